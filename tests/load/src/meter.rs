//! Readings of a process, and what comes out of many numbers.

use std::fs;

/// Ticks of a second in `/proc`.
const TICKS: f64 = 100.0;

/// Seconds of processor time that a process has used; 0 once it is gone.
pub fn cpu(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ').skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / TICKS
}

/// Kilobytes of memory that a process holds; 0 once it is gone.
pub fn resident(process: u32) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0.0)
}

/// The value below which a share of all lies; 0 where there is none.
pub fn quantile(values: &mut [u32], share: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let at = ((values.len() - 1) as f64 * share).round() as usize;
    f64::from(*values.select_nth_unstable(at).1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_values() {
        let mut values = [5, 1, 4, 2, 3];
        assert_eq!([0.0, 0.5, 0.9, 1.0].map(|share| quantile(&mut values, share) as u32), [1, 3, 5, 5]);
        assert!(quantile(&mut [], 0.5) == 0.0);
    }

    #[test]
    fn this_process_holds_memory() {
        assert!(resident(std::process::id()) > 0.0);
        assert!(resident(u32::MAX) == 0.0);
    }
}
