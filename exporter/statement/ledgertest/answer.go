package ledgertest

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// begin counts a request, and answers it where the test wants it to fail.
func (s *Server) begin(w http.ResponseWriter, r *http.Request) (Ledger, book, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	if s.l.Fail != "" && s.l.Fail == r.URL.Path {
		http.Error(w, "broken on purpose", http.StatusInternalServerError)
		return s.l, s.book, false
	}
	return s.l, s.book, true
}

// part is the range of a list that a request asks for.
type part struct{ page, size, first int }

func (l *Ledger) part(r *http.Request) part {
	p := part{page: whole(r, "page", 1), size: min(whole(r, "per_page", 50), l.PerPage)}
	p.first = (p.page - 1) * p.size
	return p
}

func whole(r *http.Request, name string, otherwise int) int {
	if n, err := strconv.Atoi(r.URL.Query().Get(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

func moment(r *http.Request, name string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, r.URL.Query().Get(name))
	if err != nil {
		return time.Time{}
	}
	return t
}

// ledger answers GET /api/finance/ledger.
func (s *Server) ledger(w http.ResponseWriter, r *http.Request) {
	l, b, ok := s.begin(w, r)
	if !ok {
		return
	}
	lo, hi, kind := 0, b.len(), ""
	if !l.IgnoreFilters {
		if from := moment(r, "from"); !from.IsZero() {
			lo = before(b, from)
		}
		if to := moment(r, "to"); !to.IsZero() {
			hi = max(before(b, to), lo)
		}
		kind = r.URL.Query().Get("kind")
	}
	v := view{lo: lo, hi: hi, kind: kind, faults: l.Faults}
	p := l.part(r)
	body := append(make([]byte, 0, 512*p.size), `{"data":[`...)
	sent := v.count(b)
	if p.first < sent {
		body = v.page(body, b, p)
	}
	body = fmt.Appendf(body, `],"meta":{"page":%d,"per_page":%d,"total_pages":%d,"next_cursor":null`, p.page, p.size, (sent+p.size-1)/p.size)
	if !l.NoTotal {
		body = fmt.Appendf(body, `,"total":%d`, v.total(b))
	}
	if !l.NoMeta {
		body = v.appendMeta(body, b)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(body, `},"links":{"next":null}}`...)) // the client may have left
}

// view is the part of a ledger that a query asks for, as it is sent.
type view struct {
	lo, hi int
	kind   string
	faults Faults
}

// skipped and repeated are the indexes of entries, -1 for none of this view.
func (v *view) skipped() int  { return v.within(v.faults.Skip - 1) }
func (v *view) repeated() int { return v.within(v.faults.Repeat - 1) }

func (v *view) within(i int) int {
	if v.kind == "" && i >= v.lo && i < v.hi {
		return i
	}
	return -1
}

func (v *view) total(b book) int {
	if v.kind == "" {
		return v.hi - v.lo
	}
	n := 0
	b.walk(v.lo, func(i int, e *Entry, _ Balance) bool {
		if i < v.hi && e.Kind == v.kind {
			n++
		}
		return i < v.hi
	})
	return n
}

// count is how many records are sent.
func (v *view) count(b book) int {
	n := v.total(b)
	if v.skipped() >= 0 {
		n--
	}
	if v.repeated() >= 0 {
		n++
	}
	return n
}

// page appends the records of a page. Without a kind it begins near its first record.
func (v *view) page(body []byte, b book, p part) []byte {
	start, place := v.lo, 0 // place of start's record in the list
	if v.kind == "" && p.first > 1 {
		start = v.lo + p.first - 1 // one repeated before, at most
		place = p.first - 1
		if skip := v.skipped(); skip >= 0 && skip < start {
			place--
		}
		if again := v.repeated(); again >= 0 && again < start {
			place++
		}
	}
	last, began := p.first+p.size, len(body)
	put := func(e *Entry, after Balance) {
		if place >= p.first && place < last {
			if len(body) > began {
				body = append(body, ',')
			}
			body = e.appendJSON(body, after, !v.faults.NoBalances)
		}
		place++
	}
	b.walk(start, func(i int, e *Entry, after Balance) bool {
		if i >= v.hi || place >= last {
			return false
		}
		if v.kind != "" && e.Kind != v.kind || i == v.skipped() {
			return true
		}
		put(e, after)
		if i == v.repeated() {
			again := *e
			if v.faults.Changed {
				again.Kopecks++
			}
			put(&again, after)
		}
		return true
	})
	return body
}

// appendMeta appends the sums of all kinds.
func (v *view) appendMeta(body []byte, b book) []byte {
	opening, closing := balanceAt(b, v.lo), balanceAt(b, v.hi)
	f := &v.faults
	paid := closing.paid - opening.paid
	return fmt.Appendf(body, `,"opening":"%s","closing":"%s","turnover":{"accrual":"%s","hold":"%s","payout":"%s"}`,
		Amount(opening.Posted-opening.Held+f.WrongOpening), Amount(closing.Posted-closing.Held+f.WrongClosing),
		Amount(closing.Posted-opening.Posted-paid+f.WrongAccrual), Amount(opening.Held-closing.Held), Amount(paid))
}

// balanceAt is the balance before entry i.
func balanceAt(b book, i int) (out Balance) {
	if i == 0 {
		return out
	}
	b.walk(i-1, func(_ int, _ *Entry, after Balance) bool {
		out = after
		return false
	})
	return out
}
