// Package failure says what an error can be asked for by whoever shows it, whatever
// package it comes from: what would fix it, and where its cause lies. It stands on the
// sentences of the catalogue alone.
package failure
