// Package browsertest has tests use pages as a person does, in a headless Chromium.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// patience bounds one action. It only ends a test that hangs: a machine that runs many
// tests at once can be slow to draw a page.
const patience = 2 * time.Minute

// beat is the time between two looks at a page.
const beat = 20 * time.Millisecond

// Open starts a browser and returns its context; flags are Chromium's own. Where Chromium
// is not installed the test is skipped, but never in CI.
func Open(t *testing.T, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil && os.Getenv("CI") != "true" {
		t.Skip("chromium is not installed")
	}
	require.NoError(t, err, "CI tests pages in chromium")
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), append([]chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.UserDataDir(t.TempDir()),
	}, flags...)...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx), "the browser lives as long as the context of its first use")
	return ctx
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
