package keeper

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/dropbridge/dropbridge/importer/told"
	"github.com/dropbridge/dropbridge/importer/waybill"
)

// givenWaybills are those that stood in a file of news, with the day on which they were
// last among the orders of the file.
type givenWaybills struct {
	days    map[string]int64 // by orderWaybill
	changed bool             // since they were last noted
}

// noteGiven begins the names of the notes in which they are kept. A crash between the file
// and the note gives a waybill once more, and never not at all.
const noteGiven = "waybills.given."

// givenFor is how long a waybill is remembered after its order left the file's time.
const givenFor = 180

// orderWaybill names a waybill of an order, in few characters.
func orderWaybill(order int64, number string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", order, number))
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}

// writeNews writes a file of the waybills that stood in none yet.
func (k *waybillKeeper) writeNews(ctx context.Context) error {
	if !k.changed {
		return nil
	}
	given, err := k.given(ctx)
	if err != nil {
		return err
	}
	today := k.Config.Now().Unix() / (24 * 60 * 60)
	news := &waybillKeeper{orders: map[int64]waybillEntry{}}
	for id, entry := range k.orders {
		var fresh []waybill.Parcel
		for _, p := range entry.order.Parcels {
			if given.see(orderWaybill(id, p.Waybill), today) {
				fresh = append(fresh, p)
			}
		}
		if len(fresh) == 0 {
			continue
		}
		if k.file.Template.PerWaybill() { // a row of the whole order tells all of it again
			entry.order.Parcels = fresh
		}
		news.orders[id] = entry
	}
	_, all := k.file.Template.Sum(k.format, k.inOrder())
	k.leftOut = all.Unwritable
	if _, would := k.file.Template.Sum(k.format, news.inOrder()); would.Rows > 0 {
		path, err := k.newsPath()
		if err != nil {
			return err
		}
		done, err := k.writeWaybills(path, news.inOrder(), func(string) error { return nil })
		if err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		k.Log.Info("new waybills written", "file", path, "source", k.source, "rows", done.Rows)
	}
	given.forget(today)
	if err := k.remember(ctx, given); err != nil {
		return err
	}
	k.changed = false
	return nil
}

// newsPath is a free name for a file of news.
func (k *waybillKeeper) newsPath() (string, error) {
	now := k.Config.Now().Format("20060102-150405")
	for n := 1; ; n++ {
		text := now
		if n > 1 {
			text = fmt.Sprintf("%s-%d", now, n)
		}
		path := strings.ReplaceAll(k.file.Out, waybill.OutTime, text)
		_, err := k.Config.Disk.Look(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", fmt.Errorf("look for a free name of a waybill file: %w", err)
		}
	}
}

// given reads what was given; other processes may have given more meanwhile.
func (k *waybillKeeper) given(ctx context.Context) (*givenWaybills, error) {
	notes, err := k.Journal.Notes(ctx, k.Config.Account)
	if err != nil {
		return nil, fmt.Errorf("read which waybills were given: %w", err)
	}
	given := &givenWaybills{days: map[string]int64{}}
	if text := notes[noteGiven+k.source]; text != "" {
		if err := json.Unmarshal([]byte(text), &given.days); err != nil {
			return nil, fmt.Errorf("read which waybills were given: %w", err)
		}
	}
	return given, nil
}

func (k *waybillKeeper) remember(ctx context.Context, given *givenWaybills) error {
	if !given.changed {
		return nil
	}
	text, err := json.Marshal(given.days)
	if err == nil {
		err = k.Journal.SetNote(ctx, k.Config.Account, noteGiven+k.source, string(text))
	}
	return told.Doing("note which waybills were given", err)
}

// seenAgain is after how many days it is noted anew that a waybill is still there.
const seenAgain = 30

// see reports whether a waybill is new, and remembers it.
func (g *givenWaybills) see(waybill string, today int64) bool {
	day, known := g.days[waybill]
	if !known || today-day >= seenAgain {
		g.days[waybill], g.changed = today, true
	}
	return !known
}

func (g *givenWaybills) forget(today int64) {
	for waybill, day := range g.days {
		if today-day > givenFor {
			delete(g.days, waybill)
			g.changed = true
		}
	}
}
