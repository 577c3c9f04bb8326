package keeper

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// noteWaybills begins the names of the notes that say which waybill files are ours.
const noteWaybills = "waybills."

// writtenFile is what the journal remembers of a waybill file: it is ours if its bytes are
// those of one of the last versions.
type writtenFile struct {
	Path     string           `json:"path"`
	Versions []writtenVersion `json:"versions"` // the last written last
}

type writtenVersion struct {
	SHA256 string `json:"sha256"` // of the bytes
	Sum    string `json:"sum"`    // of what they say: see waybill.Template.Sum
}

// keptVersions: two processes may write one file, and a crash may come between the note
// and the file.
const keptVersions = 8

// bringUpToDate writes the file where it does not say what is known. One that is missing
// was taken away by who reads it, and is written again.
func (k *waybillKeeper) bringUpToDate(ctx context.Context) error {
	looks, err := looksOf(k.Config.Disk, k.file.Out)
	if err != nil {
		return err
	}
	if !k.changed && k.seen == looks {
		return nil
	}
	sum, would := k.file.Template.Sum(k.format, k.inOrder())
	k.leftOut = would.Unwritable
	written, err := k.written(ctx)
	if err != nil {
		return err
	}
	current := looks == "" && would.Rows == 0
	switch {
	case looks == "":
	case looks == k.seen: // it is ours, and as it was
		current = sum == k.sum
	default:
		if current, err = k.isCurrent(written, sum); err != nil {
			return err
		}
	}
	if current {
		k.seen, k.sum, k.changed = looks, sum, false
		return nil
	}
	return k.write(ctx, written, sum)
}

// looksOf tells one state of a file from another without reading it, "" where there is none.
func looksOf(disk desk.Disk, path string) (string, error) {
	info, err := disk.Look(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a file that could be replaced: name another one in out", path)
	}
	if err != nil {
		return "", err
	}
	return folder.Mark(info), nil
}

func (k *waybillKeeper) written(ctx context.Context) (out writtenFile, err error) {
	notes, err := k.Journal.Notes(ctx, k.Config.Account)
	if err != nil {
		return out, fmt.Errorf("read what was written: %w", err)
	}
	if text := notes[noteWaybills+k.source]; text != "" {
		err = json.Unmarshal([]byte(text), &out)
	}
	if err != nil || out.Path != k.file.Out {
		out = writtenFile{Path: k.file.Out} // another file than before: what lies there is not ours
	}
	return out, nil
}

// isCurrent reports whether the file that lies there says what is known. One that is not
// ours is an error, unless it may be overwritten.
func (k *waybillKeeper) isCurrent(written writtenFile, sum string) (bool, error) {
	sha := k.Config.Disk.SHA(k.file.Out)
	if sha == "" {
		return false, fmt.Errorf("the waybill file that is there cannot be read: %s", k.file.Out)
	}
	at := slices.IndexFunc(written.Versions, func(v writtenVersion) bool { return v.SHA256 == sha })
	if at >= 0 {
		return written.Versions[at].Sum == sum, nil
	}
	if k.file.Overwrite {
		return false, nil
	}
	would := sha256.New() // the journal may have been lost: what we would write is ours
	if _, err := k.file.Template.Write(would, k.format, k.inOrder()); err != nil {
		return false, err
	}
	if hex.EncodeToString(would.Sum(nil)) == sha {
		return false, nil
	}
	return false, &ForeignFileError{k.file.Out, k.Config.Language}
}

// ForeignFileError is a file in the place of a waybill file that is not ours: it stays as
// it is.
type ForeignFileError struct {
	Path     string
	language wording.Language
}

// Error names the file and what can be done.
func (e *ForeignFileError) Error() string {
	return wording.NewMessage("waybills.foreign_file", e.Path).In(cmp.Or(e.language, wording.English))
}

// Hint is none: Error says what can be done.
func (e *ForeignFileError) Hint() string { return "" }

// Failure is one of the config, which names the file.
func (e *ForeignFileError) Failure() failure.Kind { return failure.Config }

// write replaces the file whole. That it is ours is noted before it takes its place.
func (k *waybillKeeper) write(ctx context.Context, written writtenFile, sum string) error {
	done, err := k.writeWaybills(k.file.Out, k.inOrder(), func(sha string) error {
		written.Versions = append(written.Versions, writtenVersion{SHA256: sha, Sum: sum})
		written.Versions = written.Versions[max(0, len(written.Versions)-keptVersions):]
		text, err := json.Marshal(written)
		if err == nil {
			err = k.Journal.SetNote(ctx, k.Config.Account, noteWaybills+k.source, string(text))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", k.file.Out, err)
	}
	k.changed, k.sum = false, sum
	k.seen, err = looksOf(k.Config.Disk, k.file.Out)
	k.Log.Info("waybills written", "file", k.file.Out, "source", k.source, "rows", done.Rows)
	return err
}

// writeWaybills writes a file that is whole or absent; before is called with its SHA-256
// right before it takes its place.
func (k *waybillKeeper) writeWaybills(path string, orders iter.Seq[waybill.Order], before func(sha string) error) (done waybill.Written, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return done, err
	}
	err = k.Config.Disk.Write(path, durable.Access{}, func(error) {}, func(w io.Writer) (err error) {
		h := sha256.New()
		if done, err = k.file.Template.Write(io.MultiWriter(w, h), k.format, orders); err != nil {
			return err
		}
		return before(hex.EncodeToString(h.Sum(nil)))
	})
	return done, err
}

// Check says whether the waybill file of a source could be written: what lies
// there must be ours, as the journal knows. It changes nothing.
func Check(ctx context.Context, j state.Journal, disk desk.Disk, account, source string, file waybill.File, l wording.Language) error {
	if file.OnlyNew {
		return nil
	}
	looks, err := looksOf(disk, file.Out)
	if err != nil || looks == "" || file.Overwrite {
		return err
	}
	k := waybillKeeper{Desk: &desk.Desk{Journal: j, Config: desk.Config{Account: account, Language: l}}, source: source, file: file}
	written, err := k.written(ctx)
	if err != nil {
		return err
	}
	sha := disk.SHA(file.Out)
	if !slices.ContainsFunc(written.Versions, func(v writtenVersion) bool { return v.SHA256 == sha }) {
		return &ForeignFileError{file.Out, l}
	}
	return nil
}
