//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/long"
	"github.com/dropbridge/dropbridge/internal/racing"
	"github.com/dropbridge/dropbridge/internal/rig"
	"github.com/dropbridge/dropbridge/internal/sandbox"
)

// TestFeedReaders: while feeds are built every second, and read all the time, nobody gets a part of one, and
// orders are posted as soon as they are without readers.
func TestFeedReaders(t *testing.T) {
	racing.Skip(t) // it measures
	t.Parallel()
	files, readers := long.Or(5, 200), long.Or(4, 32)
	service, err := sandbox.New(sandbox.Options{Tokens: []string{"readers"}, Catalog: fleetGoods("alpha"), AcceptAnySKU: true, Speed: 1, Seed: 1, Now: time.Now})
	require.NoError(t, err)
	witness := &rig.Witness{Supplier: service, Orders: "/api/orders"}
	server := httptest.NewServer(witness)
	t.Cleanup(func() {
		server.Close()
		require.NoError(t, service.Close())
	})
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "token"), []byte("readers"), 0o600))
	d := startDaemon(t, dir, fmt.Sprintf(`language: en
supplier: {base_url: %q, token_file: token}
inbox: {settle: 20ms, scan: 50ms, follow: 1h}
feeds:
  shop:    {template: yml, out: feeds/shop.yml, every: 1s, gzip: true}
  partner: {template: csv, out: feeds/partner.csv, every: 1s, private: true}
`, server.URL))
	orders := 0
	post := func() (took time.Duration) {
		orders++
		began := time.Now()
		drop(t, dir, fmt.Sprintf("orders-%d.csv", orders), orders, orders)
		require.Eventually(t, func() bool { return service.Stats().OrdersStored == orders }, patience, 2*time.Millisecond, "%s", d.errs)
		return time.Since(began)
	}
	post() // the first one waits for what is opened once
	all := &feedReaders{TB: t, base: strings.TrimSuffix(d.url, "/"), wants: map[string]int{"shop.yml": fleetProducts, "partner.csv": fleetProducts}}
	var alone, beside []time.Duration
	for n := range files {
		alone = append(alone, post())
		if n == 0 {
			require.Eventually(t, func() bool { return !d.snapshot(t).Feeds[0].Published.IsZero() }, patience, 10*time.Millisecond)
		}
	}
	all.begin(t.Context(), readers, func() *http.Transport { return &http.Transport{} }, time.Millisecond, 20*time.Millisecond)
	for range files {
		beside = append(beside, post())
	}
	require.Eventually(t, func() bool { return min(all.whole.Load(), all.smaller.Load(), all.same.Load(), all.parts.Load()) > 0 }, patience, time.Millisecond)
	all.end()
	require.Zero(t, service.Stats().DoubledExternalIDs)
	before, with := mostOf(alone), mostOf(beside)
	long.Report(t, fmt.Sprintf("%d readers: %s; of %d orders 95 %% were posted within %s, and without readers within %s", readers, all, files, with.Round(time.Millisecond), before.Round(time.Millisecond)))
	require.Less(t, with, 3*before+2*time.Second)
	require.Zero(t, d.stop())
}

// mostOf is what 95 % of some times are within.
func mostOf(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)*95/100]
}

// feedReaders are the marketplaces that read a shop's feeds.
type feedReaders struct {
	testing.TB
	base  string         // where the shop is
	wants map[string]int // the feeds by their files' names, with how many products each has

	all                         sync.WaitGroup
	over                        chan struct{}
	whole, same, parts, smaller atomic.Int64
}

// begin has so many readers read feeds again and again until end is called, each after a pause.
func (r *feedReaders) begin(ctx context.Context, readers int, transport func() *http.Transport, least, most time.Duration) {
	r.over = make(chan struct{})
	for n := range readers {
		one := &feedReader{feedReaders: r, random: rand.New(rand.NewPCG(uint64(n), 2)), seen: map[string]document{}}
		line := transport()
		line.DisableCompression = true
		one.client = &http.Client{Transport: line}
		r.all.Go(func() {
			defer line.CloseIdleConnections()
			for {
				select {
				case <-r.over:
					return
				case <-time.After(least + time.Duration(one.random.Int64N(int64(most-least)))):
				}
				for feed := range r.wants { // whichever comes first
					if err := one.read(ctx, feed); err != nil {
						r.Errorf("%s: %v", time.Now(), err)
					}
					break
				}
			}
		})
	}
}

// end ends the reading.
func (r *feedReaders) end() {
	close(r.over)
	r.all.Wait()
}

// String is what was read.
func (r *feedReaders) String() string {
	return fmt.Sprintf("%d read whole, %d of them as gzip, %d not changed, %d parts", r.whole.Load(), r.smaller.Load(), r.same.Load(), r.parts.Load())
}

// feedReader is one of them.
type feedReader struct {
	*feedReaders
	random *rand.Rand
	client *http.Client
	seen   map[string]document // by the feed
}

// document is a feed as it was read last.
type document struct {
	tag  string
	body []byte
}

// read reads a feed as readers do: whole, packed, only if it has changed, or a part of it.
func (r *feedReader) read(ctx context.Context, feed string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/feeds/"+feed, nil)
	if err != nil {
		return err
	}
	known, from := r.seen[feed], -1
	switch way := r.random.IntN(4); {
	case way == 0:
		request.Header.Set("Accept-Encoding", "gzip")
	case known.tag == "" || way == 1:
	case way == 2:
		request.Header.Set("If-None-Match", known.tag)
	default:
		from = r.random.IntN(len(known.body))
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
		request.Header.Set("If-Range", known.tag)
	}
	answer, err := r.client.Do(request)
	if err != nil {
		return nil // the program is not there just now
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return fmt.Errorf("%s breaks off: %w", feed, err)
	}
	return r.judge(feed, answer, body, from)
}

// judge tells what is wrong with an answer.
func (r *feedReader) judge(feed string, answer *http.Response, body []byte, from int) error {
	known := r.seen[feed]
	switch answer.StatusCode {
	case http.StatusOK:
		r.whole.Add(1)
		if answer.Header.Get("Content-Encoding") == "gzip" {
			r.smaller.Add(1)
			unpacked, err := unpack(body)
			return errors.Join(err, wholeFeed(unpacked, r.wants[feed]))
		}
		r.seen[feed] = document{answer.Header.Get("ETag"), body}
		return wholeFeed(body, r.wants[feed])
	case http.StatusNotModified:
		r.same.Add(1)
	case http.StatusPartialContent:
		r.parts.Add(1)
		if !bytes.Equal(body, known.body[from:]) {
			return fmt.Errorf("%s is another one from byte %d on, under the same ETag", feed, from)
		}
	case http.StatusNotFound:
		if known.tag != "" {
			return fmt.Errorf("%s is gone", feed)
		}
	default:
		return fmt.Errorf("%s: %s: %s", feed, answer.Status, body)
	}
	return nil
}

func unpack(body []byte) ([]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(packed)
}

// wholeFeed reads a feed, XML or CSV, to its end: it has so many products.
func wholeFeed(data []byte, want int) error {
	if !bytes.HasPrefix(data, []byte("<?xml")) {
		rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
		if err == nil && len(rows) != want+1 {
			err = fmt.Errorf("it has %d rows", len(rows))
		}
		return err
	}
	offers := 0
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && offers == want:
			return nil
		case err != nil:
			return fmt.Errorf("it has %d offers: %w", offers, err)
		}
		if start, is := token.(xml.StartElement); is && start.Name.Local == "offer" {
			offers++
		}
	}
}
