package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/dropbridge/dropbridge/internal/web/accounts"
)

// TestSettingsOnThePage: a config that is written on the page is in force at once, under the
// same address; one with a mistake, and one that was written over somebody else's, changes nothing.
func TestSettingsOnThePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := startDaemon(t, dir, daemonConfig)
	file := filepath.Join(dir, "dropbridge.yaml")
	p := d.clerk(t)
	save := func(before, text string) string {
		return p.post("/settings", "/act", url.Values{"act": {"save_config"}, "before": {before}, "text": {text}, "back": {"/settings"}})
	}
	require.Contains(t, p.post("/settings", "/settings", url.Values{"text": {daemonConfig + "shop: {nmae: My shop}\n"}}), "nmae")
	require.Contains(t, save("something else", daemonConfig), "somebody else has changed the config")
	require.Contains(t, save(daemonConfig, "feeds: 7\n"), "feeds")
	require.Equal(t, daemonConfig, string(readFile(t, file)))

	changed := daemonConfig + "shop: {name: Renamed}\n"
	require.Contains(t, save(daemonConfig, strings.ReplaceAll(changed, "\n", "\r\n")), "The config is written")
	require.Equal(t, changed, string(readFile(t, file)))
	old, err := filepath.Glob(file + ".*.old")
	require.NoError(t, err)
	require.Len(t, old, 1)
	require.Equal(t, daemonConfig, string(readFile(t, old[0])))
	require.Eventually(t, func() bool {
		answer, err := http.Get(d.url)
		if err != nil {
			return false // it begins anew just now
		}
		shown, _ := p.page(answer, nil)
		return strings.Contains(shown, "<bdi>Renamed</bdi>")
	}, patience, 20*time.Millisecond, "%s", d.errs)
	require.Zero(t, d.stop())
}

// TestWhoSavesTheConfigStaysLoggedIn: in the program that begins anew with it, and in the next one;
// whom the new config does not have is out.
func TestWhoSavesTheConfigStaysLoggedIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hash, err := accounts.Hash("a few words of anna")
	require.NoError(t, err)
	config := func(name, shop string) string {
		return "http: {users: {" + name + ": {role: act, password: '" + hash + "'}}}\nshop: {name: " + shop + "}\n"
	}
	first := config("anna", "First")
	d := startDaemon(t, dir, first)
	p := d.clerk(t)
	require.Contains(t, p.post("/login", "/login", url.Values{"name": {"anna"}, "password": {"a few words of anna"}, "next": {"/settings"}}), `action="/logout"`)
	stands := func(d *runningDaemon, shop string) (logged bool) {
		require.Eventually(t, func() bool {
			answer, err := p.client.Get(d.url + "settings")
			if err != nil {
				return false // it begins anew just now
			}
			page, _ := p.page(answer, nil)
			logged = strings.Contains(page, `action="/logout"`) && strings.Contains(page, "anna")
			return strings.Contains(page, "<bdi>"+shop+"</bdi>")
		}, patience, 20*time.Millisecond, "%s", d.errs)
		return logged
	}
	second := config("anna", "Second")
	require.Contains(t, p.post("/settings", "/act", url.Values{"act": {"save_config"}, "before": {first}, "text": {second}, "back": {"/settings"}}), "The config is written")
	require.True(t, stands(d, "Second"), "%s", d.errs)
	require.Zero(t, d.stop())

	d = startDaemon(t, dir, second)
	require.True(t, stands(d, "Second"), "%s", d.errs)
	require.Zero(t, d.stop())
	d = startDaemon(t, dir, config("borys", "Third"))
	require.False(t, stands(d, "Third"), "%s", d.errs)
	require.Zero(t, d.stop())
}
