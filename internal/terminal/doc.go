// Package terminal writes for people on a terminal: what the journal knows, what was read of
// an order file, what became of feeds, imports and ledgers, and how far long work is.
//
// Its rules:
//
//   - Results go to standard output; progress, notes and errors to standard error, so that a
//     result can be sent into a file.
//   - With --json there is no text: a command asks nothing of this package then but progress.
//   - Text that is not ours stands on its own line and cannot steer the terminal: it goes
//     through oneline.Unbroken.
//   - No colour, no cursor: what is shown looks the same in a file. Progress alone draws a
//     bar, and only where it is really a terminal that shows it.
//   - A list that may be long shows its first entries and how many there are more.
//   - All of it is said in the language of the config; scripts have --json.
package terminal
