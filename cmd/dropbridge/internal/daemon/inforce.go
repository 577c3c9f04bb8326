package daemon

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/errand"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/inlets"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/notify/channel"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/sorting"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/page"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Settings implements page.Shop.
func (s shop) Settings(ctx context.Context) (page.Settings, error) {
	in := page.Settings{Channels: s.channels(), NoBackup: s.noBackup(), Journal: s.journalShown()}
	in.Backup, _ = s.chores.Find(errandBackup)
	listed, err := inlets.Of(s.Config, s.keys, s.Address())
	in.Sources = append(in.Sources, sourceOf("", s.Config.Inbox.Default))
	for _, name := range s.Sources() {
		in.Sources = append(in.Sources, sourceOf(name, s.Config.Inbox.Sources[name]))
	}
	for n := range in.Sources {
		in.Sources[n].Inlets = slices.DeleteFunc(slices.Clone(listed), func(i standing.Inlet) bool { return i.Source != in.Sources[n].Name })
	}
	for _, of := range s.Answers {
		for _, line := range of.Client.Calls() {
			in.Calls = append(in.Calls, page.Calls{Line: line, Supplier: of.Supplier})
		}
		for _, limit := range of.Client.Limits() {
			in.Limits = append(in.Limits, strings.TrimPrefix(of.Supplier+": "+limit.String(), ": "))
		}
	}
	var gone, unread error
	in.Backups, gone = listBackups(s.Config.Backups())
	in.Process, in.Others, unread = s.Orders.Processes(ctx)
	return in, errors.Join(err, gone, unread)
}

// journalShown is where the journal is, without a user and a password.
func (s shop) journalShown() string {
	if s.Config.JournalOnServer() {
		return "PostgreSQL"
	}
	return s.Config.JournalAddress()
}

// sourceOf is a source of the config for people.
func sourceOf(name string, of config.Source) page.Source {
	shown := page.Source{Name: name, Template: of.Template, Prefix: of.Prefix, Carrier: of.Carrier, Payment: of.Payment, Ignored: of.Ignore}
	for _, words := range []struct {
		topic string
		means map[string]string
	}{{"state", of.States}, {"payment", of.Payments}, {"carrier", of.Carriers}, {"column", fieldNames(of.Columns)}} {
		for _, cell := range slices.Sorted(maps.Keys(words.means)) {
			shown.Words = append(shown.Words, page.SourceWord{Topic: words.topic, Cell: cell, Means: words.means[cell]})
		}
	}
	return shown
}

// fieldNames are what columns hold, as the config writes it.
func fieldNames(columns map[string]orderfile.Field) map[string]string {
	names := map[string]string{}
	for heading, of := range columns {
		names[heading] = string(of)
	}
	return names
}

// testChannel is `notify test` of one channel.
func (s shop) testChannel(ctx context.Context, a page.Action) (wording.Message, error) {
	name := a.Values["channel"]
	options, err := s.Config.Notifier(s.LookupEnv, time.Now)
	if err != nil {
		return wording.Message{}, err
	}
	all := slices.Concat(options.Channels, slices.Collect(maps.Values(options.Hooks)))
	at := slices.IndexFunc(all, func(c channel.Channel) bool { return c.Name() == name })
	if at < 0 {
		return wording.Message{}, refusal.New(failure.Usage, wording.NewMessage("page.no_channel", name), wording.NewMessage("page.no_channel_way"))
	}
	answer := channel.Test(ctx, time.Now, all[at])[0]
	s.noteAction(ctx, a, state.ActedChannelTested, name, answer.Error)
	if answer.Error != "" {
		return wording.Message{}, refusal.New(failure.Unknown, wording.NewMessage("page.test_failed", answer.To, answer.Error), wording.NewMessage("page.test_failed_way"))
	}
	return wording.NewMessage("page.test_sent", answer.To, cmp.Or(answer.Answer, "ok")), nil
}

// errandBackup is the name of the errand that copies the journal.
const errandBackup = "backup"

// backUp is `backup` into the folder of backups, under a name with the time.
func (s shop) backUp(_ context.Context, a page.Action) (wording.Message, error) {
	journal, can := s.copier()
	if err := s.noBackup(); err != nil || !can {
		return wording.Message{}, err
	}
	file := filepath.Join(s.Config.Backups(), "journal-"+time.Now().Format("2006-01-02T15-04-05")+s.backupEnding())
	err := s.chores.Give(&errand.Errand[struct{}]{Errand: page.Errand{About: filepath.Base(file)}, Name: errandBackup, Most: longestChore, Do: func(ctx context.Context, _ func(int64)) error {
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := journal.Backup(ctx, file, false); err != nil {
			return err
		}
		s.noteAction(ctx, a, state.ActedBackup, filepath.Base(file), "")
		return nil
	}})
	return wording.NewMessage("page.backup_begun", file), err
}

const (
	backupEnding = ".db"
	mostBackups  = 5 // that are listed
)

// backupEnding is how the name of a new copy ends: packed where those by schedule are.
func (s shop) backupEnding() string {
	if s.Config.Backup != nil && s.Config.Backup.Gzip {
		return backupEnding + durable.PackedEnding
	}
	return backupEnding
}

// listBackups are the copies of the journal in a folder, the newest first.
func listBackups(dir string) (list []page.Backup, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, entry := range entries {
		if !strings.HasSuffix(strings.TrimSuffix(entry.Name(), durable.PackedEnding), backupEnding) {
			continue
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			list = append(list, page.Backup{File: filepath.Join(dir, entry.Name()), Bytes: info.Size(), At: info.ModTime()})
		}
	}
	sorting.Func(list, func(a, b page.Backup) int { return b.At.Compare(a.At) })
	return list[:min(len(list), mostBackups)], nil
}
