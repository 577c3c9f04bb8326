package doubt

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Adopt makes this journal the one of these folders, where it is not: what the results
// tell of orders is read back into it, so that files dropped again are duplicates, and what
// they do not tell is looked up at the supplier before it is sent for the first time. Doing
// it again does nothing new; where it is interrupted nothing is posted before it was done.
func (t *Trust) Adopt(ctx context.Context, o AdoptOptions) (*Adoption, error) {
	out := &Adoption{DryRun: o.DryRun, Unread: []UnreadResult{}, Guessed: []GuessedSources{}, Lost: []LostDecision{}, counted: map[state.OrderKey]bool{}, ids: map[state.OrderKey]string{}}
	doubt, err := t.adoptable(ctx)
	if err != nil {
		return nil, err
	}
	if doubt == nil && o.Restored {
		doubt = told.NewDoubt(told.DoubtRestored)
	}
	identity, err := t.Journal.Identity(ctx)
	if err != nil {
		return nil, err
	}
	if doubt == nil && (identity.AdoptedAt.IsZero() || identity.Unchecked || !o.Unchecked) {
		out.tellOf(identity)
		return out, nil
	}
	there, err := readSign(t.Config.Results)
	if err != nil {
		return nil, fmt.Errorf("read the sign of the journal beside the results: %w", err)
	}
	if doubt != nil {
		out.Needed, out.Doubt, out.Message, out.doubt = true, doubt.Code, doubt.Error(), doubt
		if err := t.readKept(ctx, out); err != nil {
			return nil, err
		}
		if err := t.readBack(ctx, there, out); err != nil {
			return nil, err
		}
	}
	if o.DryRun {
		return out, nil
	}
	if doubt != nil { // else only the word about looking changes
		identity.AdoptedAt = t.Config.Now().UTC()
	}
	identity.AdoptedBy, identity.Unchecked = o.By, o.Unchecked
	if err := t.vouch(ctx, identity, there); err != nil {
		return nil, err
	}
	out.tellOf(identity)
	t.KeepDecisions(ctx)
	t.Log.Info("an earlier journal was adopted", "by", o.By, "results", out.Results, "accepted", out.Orders.Accepted)
	return out, nil
}

// adoptable is the doubt that an adoption ends, nil where there is none. Another doubt, as
// of the account, is not for it to end.
func (t *Trust) adoptable(ctx context.Context) (*told.Doubt, error) {
	t.distrust()
	err := t.Trusted(ctx)
	if doubt, ok := errors.AsType[*told.Doubt](err); ok && doubt.Hides() && !doubt.Moved() {
		return doubt, nil
	}
	return nil, err
}

func (a *Adoption) tellOf(identity state.Identity) {
	a.AdoptedAt, a.AdoptedBy = identity.AdoptedAt, identity.AdoptedBy
	if !identity.AdoptedAt.IsZero() && !identity.Unchecked {
		a.LookUntil = identity.AdoptedAt.Add(vetTime)
	}
}

// vouch notes the adoption in the journal first: as long as the sign names another one,
// or a greater number, nothing is posted.
func (t *Trust) vouch(ctx context.Context, identity state.Identity, there *sign) error {
	next := sign{Journal: identity.ID, Made: t.Config.Now(), Accounts: []string{t.Config.Account}}
	if there != nil {
		next.Accounts, next.Results = there.Accounts, there.Results
		identity.Attempts = max(identity.Attempts, there.Sent)
		if len(next.Accounts) == 0 {
			next.Accounts = []string{t.Config.Account}
		}
	}
	if known, err := t.inboxKnows(); err != nil {
		return fmt.Errorf("read the sign of the journal in the inbox: %w", err)
	} else if known != nil {
		identity.Attempts = max(identity.Attempts, known.Sent)
	}
	identity.Attempts++ // so that the journal that it stands for is not taken for it
	if err := t.Journal.Vouch(ctx, identity); err != nil {
		return fmt.Errorf("note the adoption: %w", err)
	}
	if t.Config.Inbox != "" {
		if err := folder.ForgetLock(filepath.Join(t.Config.Inbox, folder.LockName), identity.ID); err != nil {
			return fmt.Errorf("note the adoption in the inbox: %w", err)
		}
		if err := t.Config.Disk.ForgetClaim(); err != nil {
			return fmt.Errorf("note the adoption in the inbox: %w", err)
		}
	}
	next.Sent = identity.Attempts
	if err := t.adoptInbox(next); err != nil {
		return fmt.Errorf("note the adoption in the inbox: %w", err)
	}
	if err := writeSign(t.Config.Results, next); err != nil {
		return fmt.Errorf("note the adoption beside the results: %w", err)
	}
	t.distrust()
	return t.Trusted(ctx)
}

// readBack takes the orders of all results into the journal: first what became of orders,
// then the rows that met another order under their number.
func (t *Trust) readBack(ctx context.Context, there *sign, out *Adoption) error {
	if err := t.fetchResults(ctx); err != nil {
		return err
	}
	files, err := t.oldResults(ctx, there)
	if err != nil {
		return err
	}
	var late []readResult
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		read, ok := t.readResult(ctx, file, out)
		if !ok {
			continue
		}
		out.Results++
		for _, one := range read {
			now, later := one.split()
			if len(later.drafts) > 0 {
				late = append(late, later)
			}
			if err := t.adoptResult(ctx, now, out); err != nil {
				return err
			}
		}
	}
	for _, one := range late {
		if err := t.adoptResult(ctx, one, out); err != nil {
			return err
		}
	}
	if out.DryRun {
		out.Decisions = len(out.kept)
		return nil
	}
	return errors.Join(t.decideAgain(ctx, out), t.inferred(ctx, out))
}

// fetchResults has at hand what other machines have left beside the results.
func (t *Trust) fetchResults(ctx context.Context) error {
	entries, err := t.Config.Disk.List(t.Config.Results)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("list the results: %w", err)
	}
	for _, entry := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.Config.Disk.Fetch(filepath.Join(t.Config.Results, entry.Name())); err != nil {
			return fmt.Errorf("fetch the result %s: %w", told.OneLine(entry.Name()), err)
		}
	}
	return nil
}

// oldResults are the result files, the oldest first, with the sources that they may be of.
func (t *Trust) oldResults(ctx context.Context, there *sign) ([]oldResult, error) {
	var out []oldResult
	for _, name := range resultFiles(t.Config.Results) {
		info, err := os.Stat(filepath.Join(t.Config.Results, name))
		if err != nil {
			return nil, fmt.Errorf("look at the result %s: %w", name, err)
		}
		parts := resultPattern().FindStringSubmatch(name)
		file := oldResult{name: name, stem: parts[1], sha: parts[2], at: info.ModTime(), account: t.Config.Account}
		if err := t.whose(ctx, &file, there); err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	sortOldest(out)
	return out, nil
}

// whose finds the account and the sources that a result may be of: as this journal knows
// it, or as the sign says.
func (t *Trust) whose(ctx context.Context, file *oldResult, there *sign) error {
	held, err := t.Journal.Files(ctx, state.FileQuery{Result: filepath.Join(t.Config.Results, file.name), Limit: 1})
	switch {
	case err != nil:
		return fmt.Errorf("look for the file of %s in the journal: %w", file.name, err)
	case len(held) > 0:
		file.account, file.sources = held[0].Account, []string{held[0].Source}
	case there != nil:
		of := there.of(file.name, t.Config.Account)
		file.account, file.sources = of.Account, []string{of.Source}
	default:
		file.sources = t.allSources()
	}
	return nil
}

// adoptResult writes one result's orders into the journal, or only counts them.
func (t *Trust) adoptResult(ctx context.Context, one readResult, out *Adoption) error {
	t.apart(out, &one)
	for _, draft := range one.drafts {
		if !out.counted[draft.OrderKey] {
			out.counted[draft.OrderKey] = true
			out.Orders.add(draft.State)
		}
	}
	if out.DryRun || len(one.drafts) == 0 && len(one.late) == 0 {
		return nil
	}
	file, err := t.adoptedFile(ctx, one)
	if err != nil {
		return err
	}
	if file.Source != one.source { // another guess at its source shows its rows
		for i := range one.drafts {
			one.drafts[i].Rows = nil
		}
	}
	return told.Doing("take the orders of "+one.file.name+" into the journal", t.Journal.Adopt(ctx, file, one.drafts))
}

// apart keeps two orders of the supplier apart that results show under one number: one of
// them was sent under another number, which the decisions beside the results tell. Where
// they do not, it stays in the journal under a number with its id, so that it is followed,
// and it is named.
func (t *Trust) apart(a *Adoption, one *readResult) {
	if len(one.file.sources) > 1 {
		return // its numbers are those of one source alone, and nobody knows which
	}
	for i := range one.drafts {
		d := &one.drafts[i]
		number, hash := d.ExternalID, d.Hash
		t.renumber(a, d)
		a.part(one, d)
		a.remember(*d, number, hash)
	}
}

// part gives an accepted order a number of its own where its number is another one's.
func (a *Adoption) part(one *readResult, d *state.AdoptDraft) {
	if !d.Sure || d.State != state.Accepted {
		return
	}
	first, known := a.ids[d.OrderKey]
	if !known {
		a.ids[d.OrderKey] = d.RemoteID
		return
	}
	if first == d.RemoteID {
		return
	}
	number := d.ExternalID
	d.ExternalID = told.OneLine(number + " [" + d.RemoteID + "]")
	a.lose(d.Source, number, wording.NewMessage("adopt.number_lost", told.OneLine(one.file.name), d.Rows[0], told.OneLine(first), told.OneLine(d.RemoteID), told.OneLine(number), d.ExternalID))
}

// adoptedFile is the journal's file of a result: the one that it holds already, or one
// whose private copy is the original, where that is found, or else the result itself.
func (t *Trust) adoptedFile(ctx context.Context, one readResult) (state.File, error) {
	path := filepath.Join(t.Config.Results, one.file.name)
	held, err := t.Journal.Files(ctx, state.FileQuery{Account: one.file.account, Result: path, Limit: 1})
	if err != nil {
		return state.File{}, fmt.Errorf("look for the file of %s in the journal: %w", one.file.name, err)
	}
	if len(held) > 0 {
		return held[0], nil
	}
	now := t.Config.Now()
	file := state.File{Account: one.file.account, Source: one.source, Result: path, State: state.FileSettled, Placed: state.PlacedNowhere,
		Name: one.file.stem + filepath.Ext(one.file.name), CreatedAt: now, ChangedAt: now}
	from := path
	original := t.original(one.file, one.source)
	if original != "" {
		from = original
	}
	if original != "" && filepath.Dir(original) != filepath.Clean(t.Config.Spool) {
		file.Name = filepath.Base(original)
	}
	copied, err := t.Config.Disk.CopyInto(t.Config.Spool, from, false)
	if err != nil {
		return state.File{}, fmt.Errorf("copy %s: %w", told.OneLine(from), err)
	}
	defer os.Remove(copied.Path) // where it was not kept
	if file.SHA256 = copied.SHA; original == "" {
		file.SHA256 = one.file.sha // completed when the original comes again
	}
	if file.Spool, err = t.Keep(copied, file.Source, file.Name); err != nil {
		return state.File{}, err
	}
	return file, nil
}

// original is the original of a result, as it lies in the archive or still in the inbox,
// or its private copy.
func (t *Trust) original(file oldResult, source string) string {
	copies, _ := filepath.Glob(filepath.Join(t.Config.Spool, file.sha+"*"+folder.SpoolMark(file.account, source, file.stem+filepath.Ext(file.name))+".copy"))
	for _, path := range copies {
		if strings.HasPrefix(folder.SHAOf(path), file.sha) {
			return path
		}
	}
	dirs := []string{t.Config.Archive}
	if t.Config.Inbox != "" {
		dirs = append(dirs, filepath.Join(t.Config.Inbox, source))
	}
	for _, dir := range dirs {
		entries, err := t.Config.Disk.List(dir)
		if dir == "" || err != nil {
			continue
		}
		for _, entry := range entries {
			path := filepath.Join(dir, entry.Name())
			if entry.Type().IsRegular() && mayBeOriginal(entry.Name(), file.stem) && strings.HasPrefix(t.Config.Disk.SHA(path), file.sha) {
				return path
			}
		}
	}
	return ""
}

// IsAdopted reports whether a file is the original of one that was read back from its
// result, of which the journal knew no more than the beginning of its SHA-256.
func (t *Trust) IsAdopted(ctx context.Context, held, file state.File) bool {
	if len(held.SHA256) == len(file.SHA256) || held.Source != file.Source || !strings.HasPrefix(file.SHA256, held.SHA256) {
		return false
	}
	held.SHA256, held.Name = file.SHA256, file.Name
	return t.Journal.Complete(ctx, held) == nil // a copy under another name has been dropped otherwise
}
