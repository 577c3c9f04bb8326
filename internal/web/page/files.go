package page

import (
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/importer/overview"
	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// filesView is the order files, or those that are searched for.
type filesView struct {
	frame
	Wanted  filesSearch
	Files   []fileView
	More    string // the address where the list goes on, "" at its end
	Start   string // the address where it begins, "" there
	Failed  string
	Way     string // out of that
	Sources []option
	Dir     string // of the inbox
	Waiting int
	Upload  uploadForm
}

// filesSearch is what the address of the list of files asks for, as it stands there.
type filesSearch struct {
	Name   string // or a part of it
	Source string // state.InboxItself: none
	Since  string // the day from which on they were dropped: YYYY-MM-DD
	After  string // the cursor of the page before
}

func (s filesSearch) address() string {
	return address("/files", url.Values{"name": {s.Name}, "source": {s.Source}, "since": {s.Since}, "after": {s.After}})
}

// since is the beginning of the day from which on files are wanted, zero for all.
func (s filesSearch) since(zone *time.Location) (time.Time, error) {
	if s.Since == "" {
		return time.Time{}, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, s.Since, zone)
	if err != nil {
		return day, refusal.New(failure.Usage, wording.NewMessage("page.filter_day", s.Since), wording.NewMessage("page.files_all_way"))
	}
	return day, nil
}

// fileView is an order file and what became of its rows.
type fileView struct {
	overview.FileStatus
	ID           string
	Word         string
	Tone         standing.Level
	When         moment
	Rows         []tally
	Progress     *progress // nil where nothing is to be sent any more
	ResultName   string    // "" where there is none yet
	ResultURL    string
	RejectedName string
	RejectedURL  string
	Deeds        []deedView
	Visitor      Visitor
}

// progress is how far a file is that is being read or posted.
type progress struct {
	Done, All int    // rows
	Left      string // the time that the others take, "" where that cannot be told
}

// files shows the order files.
func (p *pages) files(w http.ResponseWriter, r *http.Request) {
	f := p.frame(r, placeOrders)
	v := filesView{frame: f, Wanted: filesSearch{r.FormValue("name"), r.FormValue("source"), r.FormValue("since"), r.FormValue("after")}, Dir: f.Snapshot.Inbox.Dir, Waiting: f.Snapshot.Inbox.Waiting}
	v.Title, v.Upload = say(f.Language, "order_files"), p.uploadForm(&f)
	v.Sources = choicesOf(f.Language, filter{Source: v.Wanted.Source}, p.Shop.Sources(), nil).Sources
	since, err := v.Wanted.since(f.Snapshot.Now.Location())
	var list overview.FilesPage
	if err == nil {
		list, err = p.Shop.Files(r.Context(), f.Language, overview.FilesQuery{Name: v.Wanted.Name, Source: v.Wanted.Source, Since: since, Cursor: v.Wanted.After})
	}
	if err != nil {
		v.Failed, v.Way = p.listFault(&v.frame, err)
		p.render(w, r, faultStatus(err), "files", v)
		return
	}
	for _, file := range list.Files {
		v.Files = append(v.Files, f.file(file))
	}
	if list.Next != "" {
		v.More = filesSearch{v.Wanted.Name, v.Wanted.Source, v.Wanted.Since, list.Next}.address()
	}
	if v.Wanted.After != "" {
		v.Start = filesSearch{Name: v.Wanted.Name, Source: v.Wanted.Source, Since: v.Wanted.Since}.address()
	}
	p.render(w, r, http.StatusOK, "files", v)
}

func (f *frame) file(file overview.FileStatus) fileView {
	l := f.Language
	v := fileView{FileStatus: file, ID: "file-" + file.SHA256[:min(len(file.SHA256), 12)], Word: word(l, string(file.State), "file_state."), When: since(l, file.At, f.Snapshot.Now),
		Rows: tallies(l, file.Counts.ByStatus()), Visitor: f.Visitor, Progress: progressOf(l, file, f.Snapshot.Now)}
	if file.State == state.FileRefused {
		v.Tone = standing.Failing
		v.Deeds = f.deeds(v.ID, dropAgain(l, file.Source, file.Name))
	}
	v.ResultName, v.ResultURL = resultAddress(file.Result)
	v.RejectedName, v.RejectedURL = resultAddress(file.Rejected)
	return v
}

// stuckAfter is how long nothing of a file changes until its speed tells nothing any more: it
// waits for the supplier, or for a person.
const stuckAfter = time.Minute

// progressOf is how far a file is, by its speed until now.
func progressOf(l wording.Language, file overview.FileStatus, now time.Time) *progress {
	if file.State != state.FileOpen {
		return nil
	}
	p := &progress{}
	for _, n := range file.Counts.ByStatus() {
		p.All += n
	}
	p.Done = p.All - file.Counts.Pending
	switch took := file.At.Sub(file.DroppedAt); {
	case p.All > 0 && p.Done == p.All:
		return nil
	case p.Done > 0 && took > 0 && now.Sub(file.At) < stuckAfter:
		left := time.Duration(float64(took) / float64(p.Done) * float64(file.Counts.Pending))
		p.Left = span(l, max(left, time.Second))
	}
	return p
}

// resultAddress is the name of a result file and the address where it is served.
func resultAddress(file string) (name, address string) {
	if file == "" {
		return "", ""
	}
	name = filepath.Base(file)
	return name, "/results/" + url.PathEscape(name)
}
