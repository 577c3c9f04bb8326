// Package spellout says numbers and amounts of money in words, as documents for accountants
// do: in Ukrainian with the gender of what is counted, and in English. The words themselves
// are data of package wording.
package spellout
