// Package letter is what goes out to people and programs, and how it is said: as plain text, as
// a mail's HTML, as a chat's.
//
// Words: an item is one thing that a letter tells; its news is what is said of the thing: that
// it is new, has grown, still stands or is over; a voice says letters in a language; a repeat
// is a letter that may have got through before.
package letter
