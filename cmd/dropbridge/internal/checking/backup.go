package checking

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// checkBackup tries the folder and the bucket that copies of the journal go to by schedule, and warns where
// they die with what they are copies of.
func (p *Program) checkBackup(ctx context.Context, c *config.Config, report *checkReport, add func(name, detail string, err error) bool) {
	plan, err := c.BackupPlan()
	switch {
	case plan == nil && err == nil:
		return
	case err != nil:
		add("backup", "", err)
		return
	case plan.OnServer:
		report.warn("backup", p.Say("page.backup_server"), p.Say("backup.server_way"))
		return
	}
	detail, err := p.tryFolder(plan.Dir)
	if err == nil {
		err = requireRoom(plan.Dir, c.JournalAddress())
	}
	add("backup", plan.Dir+", "+detail+timing.Due(plan.When, p.Now(), p.Say), err)
	if same, err := durable.SameDisk(there(plan.Dir), there(filepath.Dir(c.JournalAddress()))); err == nil && same && c.Files == "" {
		report.warn("backup", p.Say("backup_same_disk", plan.Dir), p.Say("backup_same_disk.way"))
	}
	p.checkBackupBucket(ctx, plan, add)
}

// checkBackupBucket writes an object where copies lie in the bucket, and takes it away again.
func (p *Program) checkBackupBucket(ctx context.Context, plan *backups.Plan, add func(name, detail string, err error) bool) {
	to, err := plan.Bucket()
	if to == nil && err == nil {
		return
	}
	shown := ""
	if err == nil {
		shown = to.String()
		_, err = to.ProbeBelow(ctx, backups.Prefix)
		err = errors.Join(err, to.Close())
	}
	add("backup bucket", shown+", "+backups.Prefix, err)
}

// warn adds a line that asks for attention and fails nothing.
func (r *checkReport) warn(name, detail, hint string) {
	r.Checks = append(r.Checks, terminal.CheckLine{Name: name, OK: true, Warning: true, Detail: detail, Hint: hint})
}

// there is a folder, or the nearest above it that is there.
func there(dir string) string {
	for {
		_, err := os.Stat(dir)
		above := filepath.Dir(dir)
		if err == nil || above == dir {
			return dir
		}
		dir = above
	}
}

// requireRoom makes sure that a copy of the journal fits into a folder.
func requireRoom(dir, journal string) error {
	free, _, err := durable.Space(there(dir))
	if err != nil {
		return nil // where the room is not known nothing stands against it
	}
	var need int64
	for _, file := range []string{journal, journal + "-wal"} {
		if info, err := os.Stat(file); err == nil {
			need += info.Size()
		}
	}
	if free >= uint64(need) {
		return nil
	}
	return refusal.New(failure.Other, wording.NewMessage("backup_no_room", dir, size(need), size(free)), wording.NewMessage("backup_no_room.way"))
}

// size is a number of bytes, as each language writes it.
type size uint64

// In implements wording.Sayer.
func (s size) In(l wording.Language) string { return l.Size(int64(s)) }
