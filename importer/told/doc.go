// Package told is what people are told of errors: it turns what went wrong into sentences
// of the catalogue, and keeps the problems that are open until they are mended.
//
// An error comes in from the supplier, a folder or the journal. Error makes of it a value
// that a sentence can hold; NewTrouble puts it into its sentence; Problems keeps that under
// the name of what it is about, logs it once, and closes it when a later try succeeds.
// Nothing here knows an order or a file.
//
// Words: a problem is something that a person should know of until it is mended; trouble is
// an error in a sentence of the catalogue; a doubt is why nothing is posted although the
// supplier would take it; a refusal is a file that is not taken; a way is what a person can
// do about it; a hint is the same, under an error.
package told
