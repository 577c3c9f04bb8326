//go:build linux

package main

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/stretchr/testify/require"
)

// between draws a length of time.
func (y *year) between(least, most time.Duration) time.Duration {
	return least + time.Duration(y.random.Int64N(int64(most-least)+1))
}

// lasting begins something that ends by itself after a time.
func (y *year) lasting(least, most time.Duration, end func()) {
	lasts := y.between(least, most)
	y.during.Go(func() {
		time.Sleep(lasts)
		end()
	})
}

// dropOrders drops a file of new orders.
func (y *year) dropOrders() {
	var text strings.Builder
	text.WriteString("order_id,name,phone,city,branch,sku,quantity,price\n")
	rows := 1 + y.random.IntN(4)
	for range rows {
		y.numbers++
		fmt.Fprintf(&text, "Y-%d,Ткач Ірина,0670000301,Київ,1,%s,1,450.00\n", y.numbers, y.skus[y.random.IntN(len(y.skus))])
	}
	y.texts = append(y.texts, text.String())
	y.texts = y.texts[max(0, len(y.texts)-20):]
	y.drop(fmt.Sprintf("orders-%d", y.numbers), text.String())
}

// dropAgain drops a file that came before under another name.
func (y *year) dropAgain() {
	if len(y.texts) > 0 {
		y.drop(fmt.Sprintf("again-%d", time.Now().Unix()), y.texts[y.random.IntN(len(y.texts))])
	}
}

func (y *year) drop(stem, text string) {
	y.files[stem] = file{time.Now(), strings.Count(text, "\n") - 1}
	y.write("inbox/"+stem+".csv", text)
}

// dropUnreadable drops a file that is no order file.
func (y *year) dropUnreadable() {
	name := fmt.Sprintf("strange-%d.csv", time.Now().Unix())
	y.bad[name] = true
	y.write("inbox/"+name, "a;b\n1;2\n"+name+"\n")
}

// goods is how many products the price list has.
const goods = 12

// changePrices writes the price list anew.
func (y *year) changePrices() {
	var text strings.Builder
	text.WriteString("Код,Назва,Дроп,Наявність\n")
	for n := range goods {
		fmt.Fprintf(&text, "%d,Чайник %d,%d.%02d,є\n", n+1, n+1, 100+y.random.IntN(10), y.random.IntN(100))
	}
	y.write("goods.csv", text.String())
}

// outage takes the supplier away for hours.
func (y *year) outage() {
	y.wire.set(func(w *wire) { w.away = true })
	y.lasting(time.Hour, 8*time.Hour, func() { y.wire.set(func(w *wire) { w.away = false }) })
}

// errors has the supplier answer with errors for a while.
func (y *year) errors() {
	status := []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusTooManyRequests}[y.random.IntN(4)]
	y.wire.set(func(w *wire) { w.status = status })
	y.lasting(10*time.Minute, 3*time.Hour, func() { y.wire.set(func(w *wire) { w.status = 0 }) })
}

// loseAnswers loses the answers to orders that came.
func (y *year) loseAnswers() {
	y.witness.LoseAnswers(1 + y.random.IntN(2))
	y.dropOrders()
}

// losePosts loses orders on their way.
func (y *year) losePosts() {
	y.witness.LosePosts(1 + y.random.IntN(2))
	y.dropOrders()
}

// rotateToken has a new token; the old one is taken a minute longer.
func (y *year) rotateToken() {
	y.tokens++
	token := fmt.Sprintf("token-%d", y.tokens)
	y.wire.set(func(w *wire) { w.valid[token] = true })
	y.write("token", token)
	time.Sleep(time.Minute)
	y.wire.set(func(w *wire) { w.valid = map[string]bool{token: true} })
}

// changeSettings changes the config.
func (y *year) changeSettings() {
	y.write("dropbridge.yaml", fmt.Sprintf(yearConfig, []string{"14m", "15m", "16m"}[y.random.IntN(3)]))
	y.begun++
	time.Sleep(time.Minute)
}

// spoilSettings makes a mistake in the config, which is corrected an hour later.
func (y *year) spoilSettings() {
	refused := func() bool {
		_, body, _ := y.ask("/status.json")
		return strings.Contains(string(body), `"nmae"`) || strings.Contains(string(body), `\"nmae\"`)
	}
	y.write("dropbridge.yaml", fmt.Sprintf(yearConfig, "15m")+"nmae: x\n")
	y.waitFor("the refusal", time.Hour, refused)
	time.Sleep(time.Hour)
	y.write("dropbridge.yaml", fmt.Sprintf(yearConfig, "15m"))
	y.begun++ // where the scan was another one before
	y.waitFor("the end of the refusal", time.Hour, func() bool { return !refused() })
}

// update replaces the program.
func (y *year) update() {
	y.stop()
	time.Sleep(y.between(time.Second, 10*time.Minute))
	y.start()
}

// runTwice has a second program run on the same folder for a while; either of them goes on alone.
func (y *year) runTwice() {
	second := y.begin()
	time.Sleep(y.between(time.Hour, 20*time.Hour))
	if y.random.IntN(2) == 0 {
		second = y.life.Swap(second)
	}
	second.end()
	require.Zero(y, <-second.ended, "%s", y.log)
}

// killIdle kills the program whatever it is at.
func (y *year) killIdle() {
	y.kill()
	time.Sleep(y.between(time.Second, 4*time.Hour))
	y.start()
}

// killSending kills the program while an order is at the supplier whose answer it did not get.
func (y *year) killSending() {
	release := y.witness.Hold()
	defer release()
	before := len(y.witness.Posts())
	y.dropOrders()
	for began := time.Now(); len(y.witness.Posts()) == before && time.Since(began) < 2*time.Hour; { // the supplier may be away
		time.Sleep(10 * time.Second)
	}
	y.killIdle()
}

// fillDisk fills the disk for a while.
func (y *year) fillDisk() {
	if !y.small {
		return
	}
	path := filepath.Join(y.disk, "full")
	if _, err := os.Stat(path); err == nil {
		return // it is still
	}
	full, err := os.Create(path)
	require.NoError(y, err)
	defer full.Close()
	var free syscall.Statfs_t
	require.NoError(y, syscall.Statfs(y.disk, &free))
	require.NoError(y, syscall.Fallocate(int(full.Fd()), 0, 0, int64(free.Bavail)*free.Bsize))
	y.lasting(10*time.Minute, 3*time.Hour, func() { require.NoError(y, os.Remove(path)) })
}

// settle ends what lasts, and waits until all that came is done.
func (y *year) settle() {
	y.Helper()
	y.during.Wait()
	y.witness.Heal()
	y.waitFor("that all is done", 3*24*time.Hour, func() bool {
		return len(y.names("inbox")) == 0 && y.service.Stats().OrdersStored == y.numbers && len(y.unanswered()) == 0
	})
}

// unanswered are the files since the last look that have no result, or one with orders that are not at
// the supplier.
func (y *year) unanswered() (stems []string) {
	results := y.names("results")
	for _, stem := range slices.Sorted(maps.Keys(y.files)) {
		if y.files[stem].at.Before(y.checked) {
			continue
		}
		if !y.answered(results, stem) {
			stems = append(stems, stem)
		}
	}
	return stems
}

// answered reports whether a file has a whole result by which each of its rows is at the supplier.
func (y *year) answered(results []string, stem string) bool {
	y.Helper()
	at := slices.IndexFunc(results, func(name string) bool {
		return strings.HasPrefix(name, stem+".") && strings.HasSuffix(name, ".result.csv")
	})
	if at < 0 {
		return false
	}
	all := rows(y.T, filepath.Join(y.dir, "results", results[at]), 0)
	require.Len(y, all, y.files[stem].rows+1, "%s", results[at])
	status := slices.Index(all[0], "dropbridge_status")
	require.GreaterOrEqual(y, status, 0)
	return !slices.ContainsFunc(all[1:], func(row []string) bool { return row[status] != "accepted" && row[status] != "duplicate" })
}
