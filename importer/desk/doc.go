// Package desk is what every room of the importer has at hand: how it is set up, its ports
// (the journal, the supplier, the disk and the clock), the language of the people who read,
// and the problems that are open.
//
// A Config comes in from whoever starts the importer. New completes it, compiles what
// its sources say, and lays the ports beside it; the rooms above embed the Desk and reach
// for what they need. Tests put their own ports in the place of any of these.
//
// Words: a source is a folder in the inbox and how its files are read; the spool is where
// private copies lie; settle, scan and follow are how long a file must rest, and how often
// folders and the supplier are looked at; the owner is the name of a running importer; a
// reader reads an order file.
package desk
