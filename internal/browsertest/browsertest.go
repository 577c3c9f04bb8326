// Package browsertest has tests use pages as a person does, in a headless Chromium.
package browsertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/testmain"
)

// patience bounds one action. It only ends a test that hangs: a machine that runs many
// tests at once can be slow to draw a page.
const patience = 2 * time.Minute

// beat is the time between two looks at a page.
const beat = 20 * time.Millisecond

// programs are the browsers that will do, the better one first: Debian's headless shell is
// the same engine without what a person has around a page. It starts in a quarter of the time
// and draws the same pages with two thirds of the work.
func programs() []string { return []string{"chromium-headless-shell", "chromium"} }

// Open returns the context of a tab, which shares nothing but the browser with the tabs of other
// tests. The browser is one for all tests of a package, as its start takes as long as many tests; the
// package's TestMain is testmain.Run, which ends it. Where no browser is installed the test is
// skipped, but never in CI.
func Open(t *testing.T) context.Context {
	t.Helper()
	if program() == "" {
		require.NotEqual(t, "true", os.Getenv("CI"), "CI tests pages in chromium")
		t.Skip("chromium is not installed")
	}
	browser, err := shared()
	require.NoError(t, err)
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx), "the tab lives as long as the context of its first use")
	return ctx
}

// program is the path of the browser, "" where there is none.
func program() string {
	for _, name := range programs() {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// shared is the browser of the package. Its first tab, which stays empty, lives as long.
var shared = sync.OnceValues(func() (context.Context, error) {
	ctx, end := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(program()), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("js-flags", slowScripts))
	ctx, cancel := chromedp.NewContext(ctx)
	stop := func() error { cancel(); end(); return nil }
	err := chromedp.Do(ctx)
	if err == nil && !testmain.AtEnd(stop) {
		err = errors.New("the package's TestMain is not testmain.Run, which ends the browser")
	}
	if err != nil {
		stop()
	}
	return ctx, err
})

// slowScripts leaves out the compilers that make a script fast once it has run for long. The
// scripts of a page that is seen for a second never repay their work, a fifth of all.
const slowScripts = "--no-opt --no-maglev"

// Prefer has the page see a person who prefers a colour scheme, "light" or "dark".
func Prefer(t *testing.T, ctx context.Context, scheme string) {
	t.Helper()
	type feature struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	command(t, ctx, "Emulation.setEmulatedMedia", struct {
		Features []feature `json:"features"`
	}{[]feature{{"prefers-color-scheme", scheme}}})
}

// Bring has each page that is opened from now on run a script of the test before its own ones.
func Bring(t *testing.T, ctx context.Context, script string) {
	t.Helper()
	command(t, ctx, "Page.addScriptToEvaluateOnNewDocument", struct {
		Source string `json:"source"`
	}{script})
}

// command sends a command of the browser's own protocol that chromedp has no action for.
func command(t *testing.T, ctx context.Context, method string, parameters any) {
	t.Helper()
	Do(t, ctx, chromedp.Func(func(ctx context.Context, tab *chromedp.Target) error {
		return tab.Call(ctx, method, parameters, nil)
	}))
}

// Do runs one action and returns its value.
func Do[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	require.NoError(t, err)
	return value
}

// Elements are looked for by the page's own script, again and again, until they are there:
// the tree of nodes that a driver keeps beside the page falls behind one that redraws itself.
const (
	// press clicks an element in one go with the look whether a person could: the element
	// itself, nothing over it, lies under its middle.
	press = `(selector => {
	const element = document.querySelector(selector);
	if (!element) return false;
	element.scrollIntoView({block: "center"});
	const box = element.getBoundingClientRect();
	const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
	if (!hit || !element.contains(hit)) return false;
	element.click();
	return true;
})(%q)`
	// read gives what an element shows, "" until it shows anything.
	read = `(document.querySelector(%q)?.innerText ?? "").trim()`
)

// Until waits for a JavaScript expression to be true on the page. Where a look fails, as the page
// is just being replaced by the next one, it looks again.
func Until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	again := time.NewTicker(beat)
	defer again.Stop()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		if holds && err == nil {
			return
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			require.Fail(t, "never true: "+expression, "the last look: %v", err)
		}
	}
}

// Click clicks the first element of a CSS selector as soon as a person could. A click by
// position would miss an element that an animation moves between the look and the click.
func Click(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	Until(t, ctx, fmt.Sprintf(press, selector))
}

// Text waits until the first element of a CSS selector shows a text, and returns it.
func Text(t *testing.T, ctx context.Context, selector string) string {
	t.Helper()
	shown := fmt.Sprintf(read, selector)
	Until(t, ctx, shown+` !== ""`)
	return Do(t, ctx, chromedp.Evaluate[string](shown))
}
