// Package closing closes a month: it writes the month's books into one folder, all or
// none, with a page that says what fits and what does not, and knows which month is due.
package closing
