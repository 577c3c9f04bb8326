package checking

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/journal"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/sftpd"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (p *Program) checkFeeds(c *config.Config, add func(name, detail string, err error) bool) {
	for _, name := range c.FeedNames() {
		feed := c.Feeds[name]
		detail := fmt.Sprintf("%s → %s", feed.Template, feed.Out)
		compiled, err := c.Feed(name)
		if err == nil {
			if err = reading.Check([]reading.Feed{compiled}); err == nil {
				err = compiled.CheckPlace()
			}
			for _, asked := range compiled.Template.Requirements().Said() {
				detail += "; " + p.Say(asked.Key, asked.Values...)
			}
			if compiled.Union != nil {
				for _, m := range c.Unordered(compiled.Union.Members) {
					detail += "; " + p.Say("feed_unordered", m.Name, m.Prefix)
				}
			}
		}
		if when, failed := c.FeedSchedule(name); failed == nil { // else the config was not read at all
			detail += timing.Foreseen(when, p.Now(), p.Say)
		}
		add("feed "+name, detail, err)
	}
	_, err := c.Source("")
	add("order template", c.Inbox.Default.Template, err)
	for name, source := range c.Inbox.Sources {
		_, err := c.Source(name)
		add("source "+name, source.Template, err)
	}
}

// checkPartners checks the keys of feeds, and warns of what more people can read than should.
func (p *Program) checkPartners(c *config.Config, report *checkReport, add func(name, detail string, err error) bool) {
	keys, err := c.FeedKeys(p.LookupEnv)
	var counts []string
	for _, name := range c.FeedNames() {
		if n := len(keys[name]); n > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", name, n))
		}
	}
	if err != nil || len(counts) > 0 {
		add("feed keys", p.Say("check_text.not_shown", strings.Join(counts, ", ")), err)
	}
	p.checkPage(c, add)
	for _, e := range c.Exposures() {
		report.Checks = append(report.Checks, terminal.CheckLine{Name: e.Of, OK: true, Warning: true, Detail: e.Detail, Hint: e.Mend})
	}
}

// checkPage checks that the page is open to nobody who has not logged in, as `run` will ask.
func (p *Program) checkPage(c *config.Config, add func(name, detail string, err error) bool) {
	visitors, err := c.Access(p.LookupEnv, c.Accounts(p.Logger()), nil, p.Logger())
	if err == nil {
		err = c.CheckListen(c.HTTP.Listen, visitors.Configured())
	}
	if err != nil || visitors.Configured() {
		add("page", c.HTTP.Listen, err)
	}
}

// checkSFTP shows the address of SFTP and the fingerprint that clients see, where there is a server.
func checkSFTP(c *config.Config, say func(key string, values ...any) string, add func(name, detail string, err error) bool) {
	if !c.SFTP.On() {
		return
	}
	key, err := sftpd.ReadHostKey(c.HostKey())
	switch {
	case errors.Is(err, os.ErrNotExist):
		add("sftp", say("sftp_no_key", c.SFTP.Listen.Text, c.HostKey()), nil)
	case err != nil:
		add("sftp", "", err)
	default:
		add("sftp", c.SFTP.Listen.Text+", "+sftpd.Fingerprint(key), nil)
	}
}

// checkFolders writes a file into each folder and takes it away again.
func (p *Program) checkFolders(c *config.Config, add func(name, detail string, err error) bool) {
	folders := []string{c.Path(c.Inbox.Dir), c.Path(c.Inbox.Results), c.Path(c.Inbox.Archive), c.Path(c.Inbox.Failed), c.State()}
	for _, name := range c.FeedNames() {
		folders = append(folders, filepath.Dir(c.Path(c.Feeds[name].Out)))
	}
	seen := map[string]bool{}
	for _, dir := range folders {
		if !seen[dir] {
			seen[dir] = true
			detail, err := p.tryFolder(dir)
			add("folder "+dir, detail, err)
		}
	}
}

func (p *Program) tryFolder(dir string) (string, error) {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		parent := filepath.Dir(dir)
		if _, err := os.Stat(parent); err != nil && parent != dir {
			return p.tryFolder(parent)
		}
		if _, err := p.tryFolder(parent); err != nil {
			return "", err
		}
		return p.Say("check_text.can_be_made"), nil
	}
	f, err := os.CreateTemp(dir, ".dropbridge-check-*")
	if err != nil {
		return "", refusal.New(failure.Other, wording.NewMessage("check_text.not_writable", oneline.Joined(err.Error())), wording.NewMessage("check_text.not_writable_way"))
	}
	return p.Say("check_text.writable"), errors.Join(f.Close(), os.Remove(f.Name()))
}

// checkBucket writes an object, reads, lists and removes it, and tells whether two processes
// that write at once are kept apart.
func (p *Program) checkBucket(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	if c.Files == "" {
		return
	}
	var can bucket.Abilities
	behind, err := c.Bucket()
	if err == nil {
		can, err = behind.Probe(ctx)
	}
	detail := p.Say("bucket_guarded", c.Bucketed())
	if !can.Create || !can.Replace {
		detail = p.Say("bucket_unguarded", c.Bucketed())
	}
	add("files", detail, err)
}

func (p *Program) checkJournal(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	shown := c.JournalAddress()
	if scheme, _, ok := strings.Cut(shown, "://"); ok {
		shown = scheme + "://…" // the address may hold a password
	}
	if c.JournalGone() {
		add("journal", shown, doubt.MissingJournal(c.JournalAddress()))
		return
	}
	j, err := p.Journal(ctx, c)
	if err == nil {
		var adopted string
		adopted, err = p.checkTrust(ctx, c, j)
		shown += adopted
		err = errors.Join(err, j.Close())
	}
	if why, ok := errors.AsType[*told.Doubt](err); ok && why.Code == told.DoubtAccount {
		add("journal", shown, nil)
		add("account", "", err)
		return
	}
	if add("journal", shown, err) {
		add("account", oneline.Unbroken(c.Account()), nil)
	}
}

// checkTrust checks that the journal is the one of these folders and of this account, and
// says when another one was adopted.
func (p *Program) checkTrust(ctx context.Context, c *config.Config, j *journal.Journal) (adopted string, err error) {
	settings, err := c.Importer()
	if err != nil {
		return "", nil // said above
	}
	if err := doubt.Examine(ctx, settings, j); err != nil {
		return "", err
	}
	identity, err := j.Identity(ctx)
	if err == nil && !identity.AdoptedAt.IsZero() {
		adopted = ", " + p.Say("check_text.adopted", identity.AdoptedAt.Local().Format(time.DateTime), oneline.Unbroken(identity.AdoptedBy))
	}
	return adopted, err
}

// checkWaybills says of each waybill file whether it can be written.
func (p *Program) checkWaybills(ctx context.Context, c *config.Config, add func(name, detail string, err error) bool) {
	for _, source := range c.WaybillSources() {
		settings, _ := c.WaybillsOf(source)
		name := "waybills " + cmp.Or(source, "inbox")
		file, err := c.WaybillFile(source)
		if err == nil {
			_, err = p.tryFolder(filepath.Dir(file.Out))
		}
		if err == nil {
			err = p.checkWaybillFile(ctx, c, source, *file)
		}
		add(name, fmt.Sprintf("%s → %s, %s", settings.Template, settings.Out, p.Say("check_text.writable")), err)
	}
}

// checkWaybillFile asks the journal whether the file that is there is ours.
func (p *Program) checkWaybillFile(ctx context.Context, c *config.Config, source string, file waybill.File) error {
	if c.JournalGone() {
		return nil // said above; nothing is made for a look
	}
	j, err := p.Journal(ctx, c)
	if err != nil {
		return err
	}
	settings, err := c.Importer()
	if err == nil {
		err = keeper.Check(ctx, j, settings.Disk, c.Account(), source, file, c.Reasons())
	}
	return errors.Join(err, j.Close())
}
