// Package entry is the commands by which people and programs are let in: `user` keeps who logs
// in to the page, `key` keeps what opens feeds and takes order files. A running daemon takes
// what they change at once.
package entry
