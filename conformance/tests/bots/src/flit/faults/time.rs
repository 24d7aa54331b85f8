//! `flit/time/…`

use std::hint::black_box;
use std::io::{self, Read as _};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use botspec_sdk::games::flit::Message;

use rustix::time::{ClockId, clock_gettime};

use crate::flit::scene::Scene;
use crate::flit::usual;
use crate::start::Start;

/// One fifth more than the limit.
const TOO_LONG: Duration = Duration::from_millis(60);

/// Sleeps until so much time has passed.
pub(in crate::flit) fn sleep_for(time: Duration) {
    let began = Instant::now();
    while let Some(left) = time.checked_sub(began.elapsed()) {
        sleep(left);
    }
}

pub(in crate::flit) fn sixty(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(TOO_LONG);
    Ok(())
}

pub(in crate::flit) fn computes_sixty(_: &Scene<'_>) -> io::Result<()> {
    compute(TOO_LONG);
    Ok(())
}

pub(in crate::flit) fn computes_now_and_then(_: &Scene<'_>) -> io::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    if now.subsec_micros().is_multiple_of(1_000) {
        compute(TOO_LONG * 2);
    }
    Ok(())
}

fn compute(time: Duration) {
    // Not by the clock on the wall: who else runs does not matter.
    let used = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
    let (began, mut sum) = (used(), 0_u64);
    while used().saturating_sub(began) < time {
        sum = black_box(sum + 1);
    }
}

pub(in crate::flit) fn late(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(Duration::from_millis(300));
    Ok(())
}

pub(in crate::flit) fn late_once(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked == 3 {
        sleep_for(Duration::from_millis(90));
    }
    Ok(())
}

pub(in crate::flit) fn late_now_and_then(scene: &Scene<'_>) -> io::Result<()> {
    if scene.asked.is_multiple_of(30) {
        sleep_for(Duration::from_millis(90));
    }
    Ok(())
}

pub(in crate::flit) fn late_when_crowded(scene: &Scene<'_>) -> io::Result<()> {
    if scene.position().legal_count() > 2_000 {
        sleep_for(TOO_LONG * 2);
    }
    Ok(())
}

pub(in crate::flit) fn late_when_full(scene: &Scene<'_>) -> io::Result<()> {
    let position = scene.position();
    if position.board().occupied().len() > position.variant().area() * 5 / 8 {
        sleep_for(TOO_LONG * 2);
    }
    Ok(())
}

pub(in crate::flit) fn late_when_ahead(scene: &Scene<'_>) -> io::Result<()> {
    let position = scene.position();
    if position.board().pieces(position.player()).len() > 350 {
        sleep_for(TOO_LONG * 2);
    }
    Ok(())
}

pub(in crate::flit) fn late_after_a_pause(_: &Scene<'_>) -> io::Result<()> {
    static ANSWERED: Mutex<Option<Instant>> = Mutex::new(None);
    let mut answered = ANSWERED.lock().unwrap_or_else(PoisonError::into_inner);
    if answered.is_some_and(|answered| answered.elapsed() > Duration::from_secs(1)) {
        sleep_for(TOO_LONG * 2);
    }
    *answered = Some(Instant::now());
    Ok(())
}

pub(in crate::flit) fn starts_slowly(_: &Start) -> io::Result<()> {
    sleep_for(Duration::from_millis(2_400));
    Ok(())
}

pub(in crate::flit) fn starts_slowly_as_four(start: &Start) -> io::Result<()> {
    if start.arguments == ["4"] { starts_slowly(start) } else { Ok(()) }
}

pub(in crate::flit) fn forty(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(Duration::from_millis(40));
    Ok(())
}

pub(in crate::flit) fn nearly_late(_: &Scene<'_>) -> io::Result<()> {
    sleep_for(Duration::from_millis(43));
    Ok(())
}

/// Ends when it finds that it has missed a request.
pub(in crate::flit) fn dies_when_missed(start: &Start) -> io::Result<()> {
    batches(start, |messages| {
        let requests = messages.iter().filter(|message| **message == Message::MoveRequest).count();
        assert!(requests < 2, "only one request at a time");
    })
}

/// Reads all that there is and answers the last request in it.
pub(in crate::flit) fn newest_request_only(start: &Start) -> io::Result<()> {
    batches(start, |messages| {
        let last = messages.iter().rposition(|message| *message == Message::MoveRequest);
        let mut at = 0;
        messages.retain(|message| {
            at += 1;
            *message != Message::MoveRequest || Some(at - 1) == last
        });
    })
}

/// Reads all that there is and answers no request but the first in it.
pub(in crate::flit) fn oldest_request_only(start: &Start) -> io::Result<()> {
    batches(start, |messages| {
        let first = messages.iter().position(|message| *message == Message::MoveRequest);
        let mut at = 0;
        messages.retain(|message| {
            at += 1;
            *message != Message::MoveRequest || Some(at - 1) == first
        });
    })
}

/// Reads all that there is and answers every request in it, before it takes in what has changed.
pub(in crate::flit) fn requests_first(start: &Start) -> io::Result<()> {
    batches(start, |messages| {
        let several = messages.iter().filter(|message| **message == Message::MoveRequest).count() > 1;
        if several {
            messages.sort_by_key(|message| *message != Message::MoveRequest);
        }
    })
}

/// Plays with as many whole lines as there are at a time, rearranged.
fn batches(start: &Start, rearrange: impl Fn(&mut Vec<Message>)) -> io::Result<()> {
    let mut scene = usual::scene(start)?;
    let mut input = io::stdin().lock();
    let (mut unread, mut block) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        let count = input.read(&mut block)?;
        if count == 0 {
            return Ok(());
        }
        unread.extend_from_slice(&block[..count]);
        let Some(end) = unread.iter().rposition(|&byte| byte == b'\n') else { continue };
        let whole: Vec<u8> = unread.drain(..=end).collect();
        let mut messages: Vec<Message> =
            whole.split(|&byte| byte == b'\n').filter_map(usual::message).collect();
        rearrange(&mut messages);
        for message in messages {
            usual::react(&mut scene, message)?;
        }
    }
}
