package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gocarina/gocsv"
	"github.com/spf13/cobra"

	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/books"
	"github.com/dropbridge/dropbridge/cmd/dropbridge/internal/reload"
	"github.com/dropbridge/dropbridge/exporter/closing"
	"github.com/dropbridge/dropbridge/importer"
	"github.com/dropbridge/dropbridge/importer/doubt"
	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/config/inlets"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/terminal"
	"github.com/dropbridge/dropbridge/internal/trouble"
	"github.com/dropbridge/dropbridge/internal/wording"
)

func (a *app) statusCommand() *cobra.Command {
	var asCSV bool
	var since string
	var query overview.StatusQuery
	var log decisionFlags
	command := &cobra.Command{
		Use:   "status [ORDER]",
		Short: "Show what the journal knows of files and orders",
		Long: `Shows what needs a person, the files that were dropped, the orders by state and the last
changed orders. With an order's number it tells that order's whole story: the file and
row, what was understood, each attempt with its answer, waybills, what was decided, and
what can be done now. Nothing is asked of the supplier.

With --decisions it shows the log of what people did and decided, on the page and by commands.`,
		Example: `  dropbridge status
  dropbridge status 1001
  dropbridge status --state unknown
  dropbridge status --since 24h --source keycrm
  dropbridge status --file orders.csv
  dropbridge status --csv > orders.csv
  dropbridge status --decisions --since 30d
  dropbridge status --decisions 1001
  dropbridge status --decisions --person olena --jsonl > decisions.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if len(args) == 1 {
				query.Number = args[0]
			}
			if query.Since, err = parseSince(since, time.Now()); err != nil {
				return err
			}
			if query.State != "" && !slices.Contains(overview.States(), query.State) {
				return usage("status_text.bad_state", query.State, strings.Join(overview.States(), ", "))
			}
			query.File = fileName(query.File)
			if err := log.check(a.jsonOutput, asCSV, query); err != nil {
				return err
			}
			if log.show {
				return a.decisions(cmd.Context(), log, query)
			}
			return a.status(cmd.Context(), query, asCSV)
		},
	}
	flags := command.Flags()
	flags.BoolVar(&asCSV, "csv", false, "print the orders as CSV")
	flags.StringVar(&query.State, "state", "", "orders in this state alone: "+strings.Join(overview.States(), ", "))
	flags.StringVar(&query.Source, "source", "", "orders and files of this source alone (. is the inbox itself)")
	flags.StringVar(&query.Supplier, "supplier", "", "of several suppliers, the orders of this one alone")
	flags.StringVar(&query.File, "file", "", "orders of the file with this name alone")
	flags.StringVar(&since, "since", "", "what changed since then: a time such as 24h or 7d, or a day such as 2026-10-01")
	log.add(command)
	return command
}

// fileName is the name of a file as the journal has it, "" for none.
func fileName(path string) string {
	if path == "" {
		return ""
	}
	return filepath.Base(path)
}

// parseSince reads how long ago, or from when; "" is from the beginning.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.DateOnly, wording.MinuteLayout, "2006-01-02T15:04", time.RFC3339, wording.DottedDay} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return at, nil
		}
	}
	return time.Time{}, usage("status_text.bad_since", text)
}

func (a *app) status(ctx context.Context, query overview.StatusQuery, asCSV bool) (err error) {
	if err := a.oneForm(asCSV); err != nil {
		return err
	}
	c, err := a.loadConfig()
	if err != nil {
		return err
	}
	if query.Supplier != "" {
		if _, err := c.Of(query.Supplier); err != nil {
			return err
		}
	}
	switch {
	case c.JournalMissing():
		return a.statusOfNone(c, query, asCSV)
	case c.JournalGone():
		return a.statusOfGone(c, asCSV)
	}
	settings, err := c.Importer()
	if err != nil {
		return err
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	im, err := importer.New(settings, nil, j) // it only reads: no supplier is asked
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, im.Close()) }()
	if err := noDoubt(im.Trusted(ctx)); err != nil { // what it finds is among the problems
		return err
	}
	status, err := known(ctx, c, im, query)
	if err != nil {
		return err
	}
	if query.Zero() {
		if status, err = withBooks(c, withApproval(c, status)); err != nil {
			return err
		}
		identity, err := j.Identity(ctx)
		if err != nil {
			return err
		}
		status = a.withRoom(c, status, identity.ID)
	}
	return a.showStatus(c, query, status, asCSV)
}

// known is what the journal knows of a query, which is an error where it names what nobody knows.
func known(ctx context.Context, c *config.Config, im *importer.Importer, query overview.StatusQuery) (overview.Status, error) {
	find := func(q overview.StatusQuery) (overview.Status, error) { return im.Query(ctx, q) }
	status, err := find(query)
	if err != nil || len(status.Orders) > 0 {
		return status, err
	}
	if len(status.Files) == 0 {
		err = requireKnown(c, query, find)
	}
	if err == nil && query.Number != "" {
		err = unknownOrder(query.Number)
	}
	return status, err
}

// requireKnown refuses a source or a file that nobody has heard of: with a typo in its name it would
// look as if no orders had come. A source that left the config is known as long as find finds some of it.
func requireKnown(c *config.Config, query overview.StatusQuery, find func(overview.StatusQuery) (overview.Status, error)) error {
	among := func(alone overview.StatusQuery, otherwise error) error {
		found, err := find(alone)
		if err != nil || len(found.Orders)+len(found.Files) > 0 {
			return err
		}
		return otherwise
	}
	if query.Source != "" && query.Source != state.InboxItself {
		if unknown := c.RequireSource(query.Source); unknown != nil {
			if err := among(overview.StatusQuery{Source: query.Source}, unknown); err != nil {
				return err
			}
		}
	}
	if query.File == "" {
		return nil
	}
	return among(overview.StatusQuery{File: query.File}, usage("usage.no_file", query.File))
}

// statusOfNone shows how things stand where nothing was noted yet.
func (a *app) statusOfNone(c *config.Config, query overview.StatusQuery, asCSV bool) error {
	nothing := func(overview.StatusQuery) (status overview.Status, err error) { return status, err }
	if err := requireKnown(c, query, nothing); err != nil {
		return err
	}
	if query.Number != "" {
		return unknownOrder(query.Number)
	}
	status, err := withBooks(c, withApproval(c, emptyStatus(c)))
	if err != nil {
		return err
	}
	return a.showStatus(c, query, a.withRoom(c, status, ""), asCSV)
}

// statusOfGone shows that the journal was there and is not any more.
func (a *app) statusOfGone(c *config.Config, asCSV bool) error {
	status := emptyStatus(c)
	gone := told.Problem{Name: told.ProblemJournal, Text: oneline.Unbroken(doubt.MissingJournal(c.JournalAddress()).In(c.Spoken())), Since: time.Now()}
	status.Problems, status.Findings = append(status.Problems, gone), append(status.Findings, overview.ProblemFinding(gone))
	return a.showStatus(c, overview.StatusQuery{}, status, asCSV)
}

func unknownOrder(number string) error {
	return said(exitFailed, wording.NewMessage("order_not_known", oneline.Unbroken(number)), wording.NewMessage("order_not_known.way"), nil)
}

// withApproval adds that orders may not be posted, where no running program has said so.
// What else is wrong with the mapping is a matter of `check`.
func withApproval(c *config.Config, status overview.Status) overview.Status {
	for _, one := range c.Suppliers() {
		err, name := one.PostingAllowed(), one.SupplierName()
		already := slices.ContainsFunc(status.Problems, func(p told.Problem) bool { return p.Name == told.ProblemApproval && p.Supplier == name })
		if errors.Is(err, supplier.ErrPostingStopped) && !already {
			what, way := errorIn(err, c.Spoken())
			problem := told.Problem{Name: told.ProblemApproval, Supplier: name, Text: oneline.Unbroken(strings.TrimSuffix(what+": "+way, ": ")), Since: time.Now(), Minor: true}
			if name != "" {
				problem.Text = name + ": " + problem.Text
			}
			status.Problems = append(status.Problems, problem)
			status.Findings = append(status.Findings, overview.ProblemFinding(problem))
		}
	}
	return status
}

// withBooks adds the months that `run` could not close so far.
func withBooks(c *config.Config, status overview.Status) (overview.Status, error) {
	if c.Books.CloseDay() == 0 {
		return status, nil
	}
	failing, err := closing.Memory(c.Closed()).Failing()
	for _, f := range failing {
		mend := f.Mend
		if mend == "" {
			mend = wording.NewMessage("page.books_failed_way").In(c.Spoken())
		}
		status.Findings = append(status.Findings, overview.Finding{Code: "books_failed", Level: overview.LevelFailing, Orders: []string{}, Files: []string{}, Feeds: []string{},
			Message: wording.NewMessage("page.books_failed", f.Month, f.Error).In(c.Spoken()), Since: f.Since,
			Hint: wording.NewMessage("books_by_hand", mend, f.Month).In(c.Spoken())})
	}
	return status, err
}

// withRoom adds what the page finds of disks, of the ways by which word is sent, of the copies of the
// journal with an id and of settings that are not in force, by the same judgement, and where files can be given.
func (a *app) withRoom(c *config.Config, status overview.Status, id string) overview.Status {
	channels, err := c.Channels()
	if err != nil {
		a.logger().Warn("how notifications fare is not known", "error", withHint(err))
	}
	if plan, err := c.BackupPlan(); err == nil && plan != nil { // a wrong one does not come through loading
		status.Backup = plan.Standing(id, time.Now())
	}
	if status.Inlets, err = a.inlets(c); err != nil {
		a.logger().Warn("where files can be given is not known", "error", withHint(err))
	}
	now := standing.Snapshot{Now: time.Now(), Disks: c.Disks(), Channels: channels, Backup: status.Backup}
	refused, err := trouble.Read(c.RefusedSettings())
	if err != nil {
		a.logger().Warn("whether the settings are in force is not known", "error", err)
	}
	if refused.Error != "" && refused.Of == reload.SumOf([]string{c.File}).String() { // else nobody has looked at what stands there now
		now.Problems = append(now.Problems, standing.RefusedSettings(refused.Error, refused.Mend, refused.Since, c.Spoken()))
	}
	if now.BookFiles, err = books.ScheduledStanding(c, now.Now); err != nil {
		a.logger().Warn("how the books by schedule stand is not known", "error", err)
	}
	now.AddBookProblems(c.Spoken())
	for _, f := range standing.Judge(now, c.Spoken()) {
		status.Findings = append(status.Findings, overview.Finding{Code: f.Code, Level: string(f.Level), Orders: []string{}, Files: []string{}, Feeds: []string{},
			Count: f.Count, Message: f.Text, Hint: f.Mend, Since: f.Since})
	}
	return status
}

// inlets are where the order files of each source can be given.
func (a *app) inlets(c *config.Config) ([]standing.Inlet, error) {
	ring, err := c.Keyring(a.lookupEnv, a.logger())
	if err != nil {
		return nil, err
	}
	return inlets.Of(c, ring, "")
}

// emptyStatus is that of a journal that holds nothing.
func emptyStatus(c *config.Config) overview.Status {
	return overview.Status{Account: c.Account(), Findings: []overview.Finding{}, Files: []overview.FileStatus{},
		Orders: []overview.OrderStatus{}, Recent: []overview.OrderStatus{}, Problems: []told.Problem{},
		Counts: overview.StatusCounts{Rows: map[string]int{}, Orders: map[state.State]int{}}}
}

func (a *app) showStatus(c *config.Config, query overview.StatusQuery, status overview.Status, asCSV bool) error {
	switch {
	case a.jsonOutput:
		return a.printJSON(status)
	case asCSV:
		return gocsv.Marshal(terminal.OrderRows(status), a.stdout)
	}
	p := terminal.Printer{Out: a.stdout, Language: c.Spoken()}
	if query.Number != "" {
		p.Stories(status)
	} else {
		p.Status(status, query)
	}
	return nil
}
