package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/foreign"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// The exit codes of every command.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitPartial     = 3
	exitConfig      = 4
	exitSupplier    = 5
	exitInterrupted = 130
)

// exitCodes is the one table of exit codes, with the kind of error that ends in each; every
// command's help shows it. An error of no kind has failed.
var exitCodes = [...]struct {
	code    int
	kind    failure.Kind // Unknown where no error says it
	meaning string
}{
	{exitDone, failure.Unknown, "all done"},
	{exitFailed, failure.Other, "failed"},
	{exitUsage, failure.Usage, "wrong usage"},
	{exitPartial, failure.Partial, "done in part: some rows or products were refused"},
	{exitConfig, failure.Config, "a mistake in the config, a template or a mapping"},
	{exitSupplier, failure.Supplier, "the supplier cannot be reached or refused the token"},
	{exitInterrupted, failure.Unknown, "interrupted"},
}

// exitHelp is the table as the help shows it.
func exitHelp() string {
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	for _, row := range exitCodes {
		fmt.Fprintf(&b, "  %-4d %s\n", row.code, row.meaning)
	}
	return b.String()
}

// exitError is an error with its exit code and, where one is known, the mend.
// With a nil err it says that everything needed was already printed.
type exitError struct {
	code int
	err  error
	hint wording.Message
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// Hint is the mend in English.
func (e *exitError) Hint() string { return e.HintIn(wording.English) }

// HintIn is the mend in a language.
func (e *exitError) HintIn(l wording.Language) string { return e.hint.In(l) }

// Failure is the kind that the code stands for, whatever is wrapped.
func (e *exitError) Failure() failure.Kind {
	for _, row := range exitCodes {
		if row.code == e.code {
			return row.kind | failure.Final
		}
	}
	return failure.Other | failure.Final
}

// quiet ends a command with a code and no message: its report said everything.
func quiet(code int) error {
	if code == exitDone {
		return nil
	}
	return &exitError{code: code}
}

// exitCode maps an error to the code that the program ends with.
func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitDone
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	kind := failure.KindOf(err)
	for _, row := range exitCodes {
		if row.kind == kind && kind != failure.Unknown {
			return row.code
		}
	}
	return exitFailed
}

// hintOf finds the mend for an error in English, "" where none is known.
func hintOf(err error) string { return hintIn(err, wording.English) }

// hintIn is the mend for an error in a language, as far as the catalogue has it: what the error
// itself knows, or what is known of errors that are not ours.
func hintIn(err error, l wording.Language) string {
	return cmp.Or(failure.HintIn(err, l), foreign.Hint(err).In(l))
}

// withHint puts the mend behind the error, for where there is one line for both.
func withHint(err error) error {
	return failure.WithHint(err, hintOf(err))
}
