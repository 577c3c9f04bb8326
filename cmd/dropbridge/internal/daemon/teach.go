package daemon

import (
	"context"
	"errors"
	"io/fs"

	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config/teach"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Unclear implements page.Teacher.
func (s shop) Unclear(ctx context.Context) ([]overview.Unclear, error) { return s.Orders.Unclear(ctx) }

// teach writes what a word of a source means into the config, as a person who edits it, and
// has the file that it stood in read again.
func (s shop) teach(ctx context.Context, a page.Action) (wording.Message, error) {
	source, word, meaning := a.Values["source"], a.Values["word"], a.Values["meaning"]
	if source == state.InboxItself {
		source = ""
	}
	if err := s.inboxHere(ctx); err != nil {
		return wording.Message{}, err
	}
	now, err := s.rewrite(ctx, a, teach.Order(source, a.Values["list"], word, meaning).Add)
	if err != nil {
		return wording.Message{}, err
	}
	if err := s.Orders.ReadAgain(ctx, source, a.Values["file"]); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return wording.Message{}, err
	}
	list := orderfile.List(a.Values["list"])
	switch list {
	case orderfile.Ignore:
		return wording.NewMessage("page.ignored", oneline.Unbroken(word), now.File), nil
	case orderfile.Columns:
		return wording.NewMessage("page.column_taught", oneline.Unbroken(word), meant(a.Language, list, meaning), now.File), nil
	}
	return wording.NewMessage("page.taught", oneline.Unbroken(word), meant(a.Language, list, meaning), now.File), nil
}

// teachStock writes what a word of a price list says of stock into the config. The program
// begins anew with it, and builds the feeds.
func (s shop) teachStock(ctx context.Context, a page.Action) (wording.Message, error) {
	word, meaning := a.Values["word"], a.Values["meaning"]
	now, err := s.rewrite(ctx, a, teach.Stock(a.Values["source"], word, meaning).Add)
	if err != nil {
		return wording.Message{}, err
	}
	return wording.NewMessage("page.taught", oneline.Unbroken(word), a.Language.Word("availability_word", meaning), now.File), nil
}

// rewrite has the config's text changed and written, as by a person who edits it.
func (s shop) rewrite(ctx context.Context, a page.Action, change func(file, text string) (string, error)) (page.ConfigFile, error) {
	now := s.ConfigFile()
	if now.ReadOnly != "" {
		return now, &refused{"page.teach_read_only", a.Language}
	}
	text, err := change(now.File, now.Text)
	if err != nil {
		return now, err
	}
	a.Values["before"], a.Values["text"] = now.Text, text
	_, err = s.saveConfig(ctx, a)
	return now, err
}

// meant is what a word of a list means, in words.
func meant(l wording.Language, list orderfile.List, meaning string) string {
	switch list {
	case orderfile.Columns:
		return l.Word("order_field", meaning)
	case orderfile.States:
		return l.Word("source_state", meaning)
	case orderfile.Payments:
		return l.Payment(meaning)
	}
	return l.Carrier(meaning)
}
