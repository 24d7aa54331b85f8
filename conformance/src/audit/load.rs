//! A busy machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Threads that keep every core busy until this is dropped.
#[derive(Debug)]
pub(super) struct Load {
    order: Arc<Order>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Order {
    stop: AtomicBool,
    pause: AtomicBool,
}

/// No load as long as this lives.
#[derive(Debug)]
pub(super) struct Pause<'a>(&'a Order);

/// So many threads fight for each core.
const THREADS_A_CORE: usize = 8;

impl Load {
    /// Begins.
    pub(super) fn on_all_cores() -> Self {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let order = Arc::new(Order::default());
        let work = |order: Arc<Order>| {
            move || {
                while !order.stop.load(Ordering::Relaxed) {
                    if order.pause.load(Ordering::Relaxed) {
                        thread::sleep(Duration::from_millis(1));
                    }
                    std::hint::spin_loop();
                }
            }
        };
        // Fewer threads than wanted are still a load.
        let start = |_| thread::Builder::new().spawn(work(Arc::clone(&order))).ok();
        let threads = (0..cores * THREADS_A_CORE).filter_map(start).collect();
        Self { order, threads }
    }

    /// Rests for a while.
    pub(super) fn pause(&self) -> Pause<'_> {
        self.order.pause.store(true, Ordering::Relaxed);
        Pause(&self.order)
    }
}

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        self.0.pause.store(false, Ordering::Relaxed);
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.order.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // It cannot panic, and if it did there would be no load any more.
            let _ = thread.join();
        }
    }
}
