//! Judges of any contest behind one type: what runs cases need not know their scripts.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::audit::Probe;
use crate::contest::{Case, CaseOutcome, Judge};
use crate::record::{Event, Extent};
use crate::run_context::{RunContext, RunError};
use crate::scenario::{Plan, ScenarioError};

/// The script of a case, which only its own judge can read.
#[derive(Clone)]
pub struct AnyScript(Arc<dyn Any + Send + Sync>);

impl fmt::Debug for AnyScript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyScript")
    }
}

/// What a worker keeps between cases, which only its own judge can read.
pub struct AnyWorker(Box<dyn Any>);

impl fmt::Debug for AnyWorker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyWorker")
    }
}

/// A [`Judge`] whose scripts and workers have no type of their own. Every judge is one, and has every method twice if both
/// traits are imported: import one.
///
/// # Panics
/// If a method is handed a script or a worker of another judge.
pub trait AnyJudge: Sync {
    /// See [`Judge::cases`].
    ///
    /// # Errors
    /// If a scenario file is wrong.
    fn cases(&self, plan: &Plan) -> Result<Vec<Case>, ScenarioError>;

    /// See [`Judge::written`].
    fn written(&self, script: &AnyScript) -> Value;

    /// See [`Judge::smaller`].
    fn smaller(&self, script: &AnyScript, transcript: &[Event]) -> Vec<AnyScript>;

    /// See [`Judge::extent`].
    fn extent(&self, transcript: &[Event]) -> Extent;

    /// A worker that has done nothing yet: see [`Judge::Worker`].
    fn worker(&self) -> AnyWorker;

    /// See [`Judge::run_case`].
    ///
    /// # Errors
    /// Only if the tester or the machine fails.
    fn run_case(
        &self,
        case: &Case,
        worker: &mut AnyWorker,
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError>;

    /// See [`Judge::probes`].
    fn probes(&self, plan: &Plan) -> Vec<Probe>;

    /// See [`Judge::group`].
    fn group(&self, case: &Case) -> u32;

    /// See [`Judge::turns`].
    fn turns(&self, script: &AnyScript) -> u32;
}

impl<J: Judge> AnyJudge for J {
    fn cases(&self, plan: &Plan) -> Result<Vec<Case>, ScenarioError> {
        let cases = Judge::cases(self, plan)?;
        Ok(cases.into_iter().map(|case| case.with_script(any)).collect())
    }

    fn written(&self, script: &AnyScript) -> Value {
        Judge::written(self, own::<J>(script))
    }

    fn smaller(&self, script: &AnyScript, transcript: &[Event]) -> Vec<AnyScript> {
        Judge::smaller(self, own::<J>(script), transcript).into_iter().map(any).collect()
    }

    fn extent(&self, transcript: &[Event]) -> Extent {
        Judge::extent(self, transcript)
    }

    fn worker(&self) -> AnyWorker {
        AnyWorker(Box::new(J::Worker::default()))
    }

    fn run_case(
        &self,
        case: &Case,
        worker: &mut AnyWorker,
        context: &RunContext<'_>,
    ) -> Result<CaseOutcome, RunError> {
        let worker = worker.0.downcast_mut().expect("a judge is handed its own workers");
        Judge::run_case(self, &own_case::<J>(case), worker, context)
    }

    fn probes(&self, plan: &Plan) -> Vec<Probe> {
        Judge::probes(self, plan)
    }

    fn group(&self, case: &Case) -> u32 {
        Judge::group(self, &own_case::<J>(case))
    }

    fn turns(&self, script: &AnyScript) -> u32 {
        Judge::turns(self, own::<J>(script))
    }
}

fn any<S: Send + Sync + 'static>(script: S) -> AnyScript {
    AnyScript(Arc::new(script))
}

fn own<J: Judge>(script: &AnyScript) -> &J::Script {
    script.0.downcast_ref().expect("a judge is handed its own scripts")
}

fn own_case<J: Judge>(case: &Case) -> Case<J::Script> {
    case.clone().with_script(|script| own::<J>(&script).clone())
}
