// Package schedule says when something is due that is done again and again: by a length of time or
// a cron expression, spread by chance, and never in quiet hours. All of it goes by the clock on the
// wall of a time zone, and holds on the days on which clocks are changed.
//
// # Words
//
//   - schedule: how often, or when, something is due
//   - expression: five fields of cron: minute, hour, day of the month, month, day of the week
//   - jitter: up to how much later than the schedule says something begins, by chance, so that many
//     shops do not ask one supplier in the same second
//   - hours: a part of every day, such as the quiet one, in which nothing begins
//   - wall: the time that a clock on the wall shows, kept as if it were UTC
//   - put off: due in quiet hours, and so when they end
package schedule
