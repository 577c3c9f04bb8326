package union

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/dropbridge/dropbridge/exporter/lastlist"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
)

// Source is a member with his list.
type Source struct {
	List *lastlist.List
	Note string // what is to be known of it, such as that it is an older one, as a wording.Message is kept; "" for nothing
}

// List is the lists of several suppliers as one. Use New.
type List struct {
	rule     *Rule
	sources  []Source // one a member, in their order
	seed     maphash.Seed
	price    Price
	contests *contests // nil: the rule chooses nothing
	starts   []int     // the number of each member's first page in the whole

	mu     sync.Mutex
	wanted []string
	told   map[string]*Told // by id
}

// New looks at all offers of the sources, one for each member of the rule, and decides every
// contest. Many processors share the work. The errors are of kind failure.Config where prices in
// two currencies would have to be compared, and those of reading the files.
func New(ctx context.Context, rule *Rule, sources []Source, price Price) (*List, error) {
	if len(rule.Members) > mostMembers {
		return nil, failure.Mistake(fmt.Sprintf("name at most %d", mostMembers), "a feed of %d suppliers is too large", len(rule.Members))
	}
	l := &List{rule: rule, sources: sources, seed: maphash.MakeSeed(), price: price, told: map[string]*Told{}}
	pages := 0
	for _, s := range sources {
		l.starts = append(l.starts, pages)
		pages += s.List.Pages
	}
	if len(rule.By) == 0 {
		return l, nil
	}
	return l, l.decide(ctx)
}

// decide is the first pass.
func (l *List) decide(ctx context.Context) error {
	survey := &survey{list: l}
	reading := l.begin()
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error { return survey.run(ctx, reading) })
	}
	err := group.Wait()
	if err == nil {
		l.contests, err = newContests(l.rule, survey.all, survey.currencies)
	}
	return err
}

// survey gathers the candidates of all members.
type survey struct {
	list *List

	mu         sync.Mutex
	all        []candidate
	currencies []string
}

func (s *survey) run(ctx context.Context, reading *reading) error {
	var page supplier.ProductPage
	for ctx.Err() == nil {
		member, _, packed, err := reading.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = lastlist.Unpack(packed, &page)
		}
		if err == nil {
			err = s.take(member, page.Products)
		}
		if err != nil {
			return s.list.of(member, err)
		}
	}
	return ctx.Err()
}

// take keeps the candidates of a page.
func (s *survey) take(member int, products []supplier.Product) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range products {
		p := &products[i]
		article := s.list.rule.article(s.list.seed, p)
		if article == 0 {
			continue
		}
		price, code := s.list.price(p)
		currency, err := s.currency(code)
		if err != nil {
			return err
		}
		s.all = append(s.all, s.list.rule.newCandidate(article, member, p, price, currency))
	}
	return nil
}

// currency is the number of a currency.
func (s *survey) currency(code string) (uint8, error) {
	n := slices.Index(s.currencies, code)
	if n < 0 {
		if len(s.currencies) == mostCurrencies {
			return 0, errors.New("the products have more currencies than there are")
		}
		n = len(s.currencies)
		s.currencies = append(s.currencies, strings.Clone(code))
	}
	return uint8(n), nil
}

// of says whose list an error is about.
func (l *List) of(member int, err error) error {
	return fmt.Errorf("the products of %s: %w", l.rule.Members[member].Name, err)
}

// reading is one way through the lists, one member after the other. Many may ask it at once.
type reading struct {
	list  *List
	mu    sync.Mutex
	at    int // the member
	pages *lastlist.Reading
}

func (l *List) begin() *reading { return &reading{list: l} }

// next is the next page, whose it is, and its number in his list; io.EOF after the last.
func (r *reading) next() (member, index int, packed []byte, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.at < len(r.list.sources) {
		if r.pages == nil {
			r.pages = r.list.sources[r.at].List.Begin()
		}
		index, packed, err = r.pages.Next()
		if !errors.Is(err, io.EOF) {
			return r.at, index, packed, err
		}
		r.at, r.pages = r.at+1, nil
	}
	return max(0, r.at-1), 0, nil, io.EOF
}
