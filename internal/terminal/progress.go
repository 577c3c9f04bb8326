package terminal

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/dropbridge/dropbridge/internal/wording"
)

// Progress shows how far long work is: a bar on a terminal, a plain line every few
// seconds elsewhere. It is safe for use by several goroutines.
type Progress struct {
	mu     sync.Mutex
	out    Printer
	what   string
	bar    *progressbar.ProgressBar
	last   time.Time
	now    func() time.Time
	every  time.Duration
	shown  bool
	done   int64
	totals int64
}

// NewProgress starts at zero; nothing is shown before the first update.
func NewProgress(out io.Writer, l wording.Language, what wording.Message) *Progress {
	p := &Progress{out: Printer{out, l}, what: what.In(l), now: time.Now, every: 5 * time.Second}
	p.last = p.now()
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.bar = progressbar.NewOptions64(-1, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(p.what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	return p
}

// Update says how much is done; total is 0 while it is not known.
func (p *Progress) Update(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.totals = done, total
	if p.bar != nil {
		if total > 0 {
			p.bar.ChangeMax64(max(total, done))
		}
		_ = p.bar.Set64(done) // a bar that cannot be drawn is no reason to fail
		return
	}
	if now := p.now(); now.Sub(p.last) >= p.every {
		p.last = now
		p.line()
	}
}

// Finish takes the bar away, or says the last count where lines were shown.
func (p *Progress) Finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Finish()
	} else if p.shown {
		p.line()
	}
}

func (p *Progress) line() {
	p.shown = true
	if p.totals > 0 {
		p.out.say("progress.of", p.what, p.done, p.totals)
	} else {
		p.out.printf("%s: %d\n", p.what, p.done)
	}
}
