package main

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
	"github.com/dropbridge/dropbridge/internal/dispatch"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/web"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// TestExitCodesOfErrors: an error of whatever package has the code of where its cause lies.
func TestExitCodesOfErrors(t *testing.T) {
	for _, c := range []struct {
		code int
		err  error
	}{
		{exitDone, nil},
		{exitFailed, errors.New("odd")},
		{exitUsage, usage("error_text.one_form")},
		{exitConfig, fmt.Errorf("read: %w", &strictyaml.Error{File: "a.yaml"})},
		{exitConfig, &exporter.ConfigError{}},
		{exitConfig, &keeper.ForeignFileError{}},
		{exitConfig, &told.Doubt{Code: told.DoubtAccount}},
		{exitFailed, &told.Doubt{Code: told.DoubtLost}},
		{exitSupplier, &supplier.Error{Kind: supplier.KindUnauthorized}},
		{exitSupplier, &supplier.Error{Kind: supplier.KindThrottled}},
		{exitFailed, &supplier.Error{Kind: supplier.KindRejected}},
		{exitConfig, errors.Join(&supplier.Error{Kind: supplier.KindTransient}, &exporter.ConfigError{})},
		{exitUsage, &exitError{code: exitUsage, err: &exporter.ConfigError{}}},
		{exitFailed, errors.Join(&exporter.ConfigError{}, said(exitFailed, wording.Message{}, wording.Message{}, &exporter.ConfigError{}))},
		{exitPartial, errors.Join(quiet(exitPartial), &supplier.Error{Kind: supplier.KindTransient})},
		{exitSupplier, errors.Join(&exporter.GuardError{}, &exporter.EmptyError{}, &supplier.Error{Kind: supplier.KindTransient})},
		{exitFailed, &exporter.GuardError{}},
		{exitUsage, &dispatch.UnknownRoleError{Word: "a"}},
		{exitUsage, &web.ProfilesError{Err: fs.ErrPermission}},
		{exitFailed, &templates.UnknownError{}},
		{exitUsage, &exitError{code: exitUsage, err: &templates.UnknownError{}}},
	} {
		require.Equal(t, c.code, exitCode(t.Context(), c.err), "%v", c.err)
	}
}

// TestCodesOfTheTable: an error that ends a command with a code of the table does, whatever it wraps.
func TestCodesOfTheTable(t *testing.T) {
	kinds := map[failure.Kind]bool{}
	for _, row := range exitCodes {
		if row.kind == failure.Unknown {
			continue
		}
		require.False(t, kinds[row.kind], "a kind has one code")
		kinds[row.kind] = true
		require.Equal(t, row.code, exitCode(t.Context(), fmt.Errorf("in: %w", &exitError{code: row.code, err: &exporter.ConfigError{}})), row.meaning)
	}
	require.Len(t, kinds, 5)
}

// TestALineOfAHintHasOneLanguage: what the catalogue does not have is English with its label.
func TestALineOfAHintHasOneLanguage(t *testing.T) {
	for hint, want := range map[string]wording.Language{"": wording.English, "name a free address": wording.English, wording.Ukrainian.Say("check_text.clock_off_way"): wording.Ukrainian} {
		require.Equal(t, want, languageOf(hint, wording.Ukrainian), hint)
	}
	require.Equal(t, wording.English, languageOf("rename \u0430.csv", wording.English))
}

// TestHintsOfErrors: what an error knows itself goes before what its kind says, but for the
// client's own words, which are English.
func TestHintsOfErrors(t *testing.T) {
	refused := &supplier.Error{Kind: supplier.KindUnauthorized, Mend: "log in"}
	for _, c := range []struct {
		uk, en string
		err    error
	}{
		{"", "", errors.New("odd")},
		{"look at a; to publish it all the same, once: b", "look at a; to publish it all the same, once: b", fmt.Errorf("in: %w", &exporter.GuardError{List: "a", Accept: wording.Literal("b")})},
		{"a", "a", &exitError{err: errors.New("odd"), hint: wording.Literal("a")}},
		{"b", "b", &exitError{err: &strictyaml.Error{Mend: "b"}}},
		{wording.NewMessage("hint.unauthorized", "supplier").In(wording.Ukrainian), "log in", refused},
		{"a", "a", &supplier.Error{Kind: supplier.KindUnauthorized, Err: &exitError{hint: wording.Literal("a")}}},
		{"move", "move", &supplier.Error{Kind: supplier.KindRejected, Mend: "move"}},
		{wording.NewMessage("hint.throttled", "supplier").In(wording.Ukrainian), wording.NewMessage("hint.throttled", "supplier").In(wording.English),
			&supplier.Error{Kind: supplier.KindThrottled}},
		{wording.NewMessage("hint.protocol", "suppliers.beta").In(wording.Ukrainian), "is suppliers.beta.base_url the address of the API, and suppliers.beta.mapping the right one?",
			fmt.Errorf("in: %w", &supplier.Error{Kind: supplier.KindProtocol, At: "suppliers.beta"})},
		{wording.NewMessage("hint.protocol", "supplier").In(wording.Ukrainian), wording.NewMessage("hint.protocol", "supplier").In(wording.English),
			&supplier.Error{Kind: supplier.KindNotFound}},
		{wording.NewMessage("hint.no_ledger", "suppliers.beta").In(wording.Ukrainian), "add ledger to suppliers.beta.mapping where the supplier shows his entries; else ask him for an act of reconciliation",
			&supplier.Error{Kind: supplier.KindRejected, At: "suppliers.beta", Err: supplier.NoOperation("ledger")}},
		{wording.NewMessage("hint.unreachable", "supplier").In(wording.Ukrainian), "free some space", fmt.Errorf("in: %w", &supplier.Error{Kind: supplier.KindTransient, Mend: "free some space"})},
		{"b", "b", errors.Join(errors.New("odd"), &supplier.Error{Kind: supplier.KindProtocol, Err: &jsonread.ShapeError{Mend: "b"}})},
		{wording.NewMessage("commands.pprof_way").In(wording.English), wording.NewMessage("commands.pprof_way").In(wording.English), &web.ProfilesError{Err: fs.ErrPermission}},
		{wording.NewMessage("hint.no_ledger", "supplier").In(wording.Ukrainian), wording.NewMessage("hint.no_ledger", "supplier").In(wording.English), supplier.NoOperation("ledger")},
		{wording.NewMessage("hint.no_file").In(wording.Ukrainian), wording.NewMessage("hint.no_file").In(wording.English), fs.ErrNotExist},
		{wording.NewMessage("hint.database").In(wording.Ukrainian), wording.NewMessage("hint.database").In(wording.English), fmt.Errorf("open: %w", &pgconn.ConnectError{})},
	} {
		require.Equal(t, c.uk, hintIn(c.err, wording.Ukrainian), "%v", c.err)
		require.Equal(t, c.en, hintOf(c.err), "%v", c.err)
	}
}
