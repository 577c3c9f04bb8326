package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/supplier"
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

// exitCodes is the one table of exit codes; each command's help shows it.
var exitCodes = [...]struct {
	code    int
	meaning string
}{
	{exitDone, "all done"},
	{exitFailed, "failed"},
	{exitUsage, "wrong usage"},
	{exitPartial, "done in part: some rows or products were refused"},
	{exitConfig, "a mistake in the config, a template or a mapping"},
	{exitSupplier, "the supplier cannot be reached or refused the token"},
	{exitInterrupted, "interrupted"},
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
	hint string
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// Hint is the mend.
func (e *exitError) Hint() string { return e.hint }

func usageError(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
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
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	switch failure.KindOf(err) {
	case failure.Usage:
		return exitUsage
	case failure.Config:
		return exitConfig
	case failure.Supplier:
		return exitSupplier
	}
	return exitFailed
}

// hintOf finds the mend for an error in English, "" where none is known.
func hintOf(err error) string { return hintIn(err, wording.English) }

// hintIn is the mend for an error in a language, as far as the catalogue has it.
func hintIn(err error, l wording.Language) string {
	hint := failure.Hint(err)
	key := fileHint(err)
	if missing, ok := errors.AsType[supplier.NoOperation](err); ok && hint == "" {
		return wording.NewMessage("hint.no_"+string(missing), placeOf(err)).In(l)
	}
	if e, ok := errors.AsType[*supplier.Error](err); ok {
		key = supplierHint(e.Kind)
		if key != "" && l != wording.English && hint == e.Hint() { // the client's own words are English
			hint = ""
		}
		if hint == "" && key != "" {
			return wording.NewMessage(key, e.Place()).In(l)
		}
	}
	if hint != "" || key == "" {
		return hint
	}
	return wording.NewMessage(key).In(l)
}

// placeOf is the key of the config under which the supplier stands that an error is about.
func placeOf(err error) string {
	if e, ok := errors.AsType[*supplier.Error](err); ok {
		return e.Place()
	}
	return supplier.DefaultPlace
}

// supplierHint names the mend for what the supplier refuses.
func supplierHint(kind supplier.Kind) string {
	switch kind {
	case supplier.KindUnauthorized:
		return "hint.unauthorized"
	case supplier.KindNotSent, supplier.KindTransient:
		return "hint.unreachable"
	case supplier.KindThrottled:
		return "hint.throttled"
	case supplier.KindProtocol:
		return "hint.protocol"
	}
	return ""
}

// withHint puts the mend behind the error, for where there is one line for both.
func withHint(err error) error {
	if hint := hintOf(err); err != nil && hint != "" {
		return fmt.Errorf("%w: %s", err, hint)
	}
	return err
}

// fileHint names the mend for what the file system refuses, or the journal's database server.
func fileHint(err error) string {
	switch {
	case journal.Unreached(err):
		return "hint.database"
	case errors.Is(err, fs.ErrPermission):
		return "hint.permission"
	case errors.Is(err, syscall.ENOSPC):
		return "hint.disk_full"
	case errors.Is(err, fs.ErrNotExist):
		return "hint.no_file"
	}
	return ""
}
