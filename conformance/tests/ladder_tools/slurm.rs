//! A week as a job array of Slurm, on a cluster of this machine alone.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use wait_timeout::ChildExt as _;

use crate::recipe::{blocks, shell, two_seasons, with_this_program};

/// How long the cluster may take to begin, a job array to be played, and a program to end.
const BEGINNING: Duration = Duration::from_secs(60);
const ARRAY: Duration = Duration::from_secs(300);
const ENDING: Duration = Duration::from_secs(30);

/// Debian keeps the daemons where only root's PATH leads.
const PLACES: [&str; 3] = ["/usr/sbin", "/usr/bin", "/usr/local/sbin"];

/// Whether all of its programs are there.
pub(crate) fn is_there() -> bool {
    ["slurmctld", "slurmd", "sbatch", "sinfo"].iter().all(|name| program(name).is_some())
}

fn program(name: &str) -> Option<PathBuf> {
    PLACES.iter().map(|place| Path::new(place).join(name)).find(|path| path.exists())
}

/// A controller and one node; both end with it.
struct Cluster {
    configuration: PathBuf,
    daemons: Vec<Child>,
}

impl Cluster {
    fn begin(folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        let ports: Vec<_> = (0..2).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let [control, node] = [0, 1].map(|at: usize| ports[at].local_addr().unwrap().port());
        drop(ports);
        let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let name = name.trim().split('.').next().unwrap();
        let user = Command::new("id").arg("-un").output().unwrap();
        let user = String::from_utf8(user.stdout).unwrap();
        let (user, at) = (user.trim(), folder.display());
        let settings = format!(
            "ClusterName=botspec\nSlurmctldHost={name}(127.0.0.1)\nSlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/none\nCredType=cred/none\nSlurmctldPort={control}\nSlurmdPort={node}\n\
             StateSaveLocation={at}\nSlurmdSpoolDir={at}/node\nSlurmctldPidFile={at}/control.pid\n\
             SlurmdPidFile={at}/node.pid\nSlurmctldLogFile={at}/control.log\nSlurmdLogFile={at}/node.log\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSwitchType=switch/none\nMpiDefault=none\n\
             JobAcctGatherType=jobacct_gather/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
             SchedulerParameters=batch_sched_delay=0\n\
             NodeName={name} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n\
             PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        );
        let mut cluster = Self { configuration: folder.join("slurm.conf"), daemons: Vec::new() };
        fs::write(&cluster.configuration, settings).unwrap();
        for daemon in ["slurmctld", "slurmd"] {
            let mut command = cluster.command(daemon);
            command.arg("-D").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            cluster.daemons.push(command.spawn().unwrap());
        }
        let since = Instant::now();
        let is_idle = || {
            let nodes = cluster.command("sinfo").args(["--noheader", "--format=%t"]).output().unwrap();
            String::from_utf8_lossy(&nodes.stdout).trim() == "idle"
        };
        while !is_idle() {
            let log = || fs::read_to_string(folder.join("control.log")).unwrap_or_default();
            assert!(since.elapsed() < BEGINNING, "the cluster does not begin: {}", log());
            sleep(Duration::from_millis(200));
        }
        cluster
    }

    /// One of its programs. It finds the cluster by its configuration.
    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(program(name).unwrap());
        command.env("SLURM_CONF", &self.configuration);
        command
    }

    /// Plays tasks of an array, and says whether all went well.
    fn plays(&self, folder: &Path, tasks: Option<&str>) -> bool {
        let mut submit = self.command("sbatch");
        submit.current_dir(folder).arg("--wait").args(tasks.map(|tasks| format!("--array={tasks}")));
        let mut submit = submit.arg("ladder.sbatch").spawn().unwrap();
        let Some(status) = submit.wait_timeout(ARRAY).unwrap() else {
            submit.kill().unwrap();
            panic!("the array takes longer than {ARRAY:?}");
        };
        status.success()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for daemon in &mut self.daemons {
            let pid = Pid::from_child(daemon);
            let _ = kill_process(pid, Signal::TERM);
            if daemon.wait_timeout(ENDING).unwrap().is_none() {
                daemon.kill().unwrap();
                daemon.wait().unwrap();
            }
        }
    }
}

/// As the guide has it: one task fails, the merge tells that games are missing, and that task alone is run again.
pub(crate) fn plays_a_week() {
    let [script, commands] = blocks("Slurm").try_into().unwrap();
    for line in ["sbatch --wait ladder.sbatch", "sbatch --wait --array=3 ladder.sbatch"] {
        assert!(commands.contains(line), "docs/ladder.md has another recipe than {line}");
    }
    let bench = two_seasons();
    let fails = "[ \"$SLURM_ARRAY_TASK_ID\" != 3 ] || [ -e failed ] || { touch failed; exit 9; }\nbotspec";
    let script = with_this_program(&script.replace("\nbotspec", &format!("\n{fails}")));
    fs::write(bench.at("ladder.sbatch"), script).unwrap();
    let cluster = Cluster::begin(&bench.at("cluster"));
    assert!(!cluster.plays(bench.0.path(), None), "a task was made to fail");
    let merge = |code| {
        let program = env!("CARGO_BIN_EXE_botspec");
        let run = shell(&bench, &format!("{program} ladder merge season.db part-*.ledger")).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(code), "{said}");
        said
    };
    assert!(!bench.at("part-3.ledger").exists());
    let said = merge(4);
    assert!(said.contains("missing"), "{said}");
    assert!(cluster.plays(bench.0.path(), Some("3")));
    merge(0);
    assert_eq!(bench.json("season.db"), bench.json("one.db"));
}
