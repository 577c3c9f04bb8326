package purging

import (
	"fmt"
	"time"

	"github.com/dropbridge/dropbridge/importer/forget"
	"github.com/dropbridge/dropbridge/internal/oneline"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// mostListed is how many orders and files are listed; --json has all of them.
const mostListed = 20

// tell is the report for people.
func (p *Program) tell(r forget.Report) {
	key, before := "purge.would", "purge.to_end"
	if r.Applied {
		key, before = "purge.done", "purge.ended"
	}
	if was := r.Ended; was != nil {
		p.say(before, was.At.Format(time.DateTime), was.By, was.Orders, was.Files)
	}
	p.say(key, len(r.Orders), len(r.Files))
	p.list(r.Orders)
	p.list(r.Files)
	for _, kept := range r.Kept {
		fmt.Fprintln(p.Out, oneline.Unbroken(kept.Message))
		p.say("error_text.hint", kept.Hint)
	}
	if !r.Applied && len(r.Orders)+len(r.Files) > 0 {
		p.say("purge.apply")
	}
}

func (p *Program) list(of []forget.Gone) {
	for _, one := range of[:min(len(of), mostListed)] {
		fmt.Fprintf(p.Out, "  %s\n", oneline.Unbroken(one.Name))
	}
	if more := len(of) - mostListed; more > 0 {
		p.say("purge.more", more)
	}
}

// say writes a sentence of the catalogue on a line.
func (p *Program) say(key string, values ...any) {
	fmt.Fprintln(p.Out, oneline.Unbroken(wording.NewMessage(key, values...).In(p.Spoken())))
}
