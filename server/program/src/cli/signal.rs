//! What tells the server to end.

/// Ctrl-C, what a service manager sends, or the end of the terminal that it was started in.
pub(super) async fn end_requested() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut hangup = if ignores_hangup() { None } else { signal(SignalKind::hangup()).ok() };
        let hung_up = async {
            match &mut hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        if let [Ok(mut interrupt), Ok(mut terminate)] = kinds.map(signal) {
            tokio::select! {
                biased;
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hung_up => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Whether the program was started so that it survives the end of its terminal, as `nohup` does.
#[cfg(unix)]
fn ignores_hangup() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The lowest bit is signal 1, the hangup.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
