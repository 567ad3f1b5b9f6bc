//! Dates as the headers of HTTP have them.

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The first second of the year 10000, which no such date can name.
const END: i64 = 253_402_300_800;

/// A moment in milliseconds since 1970, as RFC 9110 has it; none for years of another length.
pub(crate) fn http(at: i64) -> Option<String> {
    let seconds = at.div_euclid(1000);
    if !(0..END).contains(&seconds) {
        return None;
    }
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let mut year = 1970;
    let mut day = days;
    loop {
        let of_year = if is_leap(year) { 366 } else { 365 };
        if day < of_year {
            break;
        }
        day -= of_year;
        year += 1;
    }
    let mut month = 0;
    while day >= days_of(month, year) {
        day -= days_of(month, year);
        month += 1;
    }
    let weekday = DAYS.get(usize::try_from(days % 7).ok()?)?;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let (day, month) = (day + 1, MONTHS.get(month)?);
    Some(format!("{weekday}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} GMT"))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The days of a month, counted from 0.
fn days_of(month: usize, year: i64) -> i64 {
    match month {
        1 if is_leap(year) => 29,
        1 => 28,
        3 | 5 | 8 | 10 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_headers_have_them() {
        for (seconds, date) in [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (END - 1, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] {
            assert_eq!(http(seconds * 1000 + 999).as_deref(), Some(date));
        }
        for at in [i64::MIN, -1, END * 1000, i64::MAX] {
            assert_eq!(http(at), None);
        }
    }
}
