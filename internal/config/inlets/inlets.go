// Package inlets lists where the order files of each source can be given: the folder or the bucket,
// the address of PUT, and that of SFTP. Keys are counted and never shown.
package inlets

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/standing"
	"github.com/dropbridge/dropbridge/internal/web/courier"
	"github.com/dropbridge/dropbridge/internal/web/keyring"
)

// Of lists them for the inbox itself and then for each source by its name. ring is the keys of programs,
// listen the address of the server, "" for that of the config.
func Of(c *config.Config, ring *keyring.Ring, listen string) ([]standing.Inlet, error) {
	keys, err := ring.List()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	sftp, err := c.SFTPSettings()
	if err != nil {
		return nil, err
	}
	var list []standing.Inlet
	for _, source := range append([]string{""}, slices.Sorted(maps.Keys(c.Inbox.Sources))...) {
		by := opening(keys, source)
		list = append(list, dropped(c, source), standing.Inlet{Source: source, Kind: standing.InletHTTP, Keys: &by,
			Address: httpBase(c, cmp.Or(listen, c.HTTP.Listen)) + courier.InboxOf(source)})
		if c.SFTP.On() {
			also := by + len(sftp.Public[source])
			list = append(list, standing.Inlet{Source: source, Kind: standing.InletSFTP, Keys: &also,
				Address: "sftp://" + cmp.Or(source, "-") + "@" + publicHost(c, c.SFTP.Listen.Text) + "/inbox"})
		}
	}
	return list, nil
}

// opening counts the keys that open a source.
func opening(keys []keyring.Key, source string) (n int) {
	for _, key := range keys {
		if key.For == keyring.ForOrders && (key.Of == "" || key.Of == source && source != "") {
			n++
		}
	}
	return n
}

// dropped is the folder of a source, or where a bucket is behind the folders the place in that: the folder
// is not read then.
func dropped(c *config.Config, source string) standing.Inlet {
	if c.Files == "" {
		return standing.Inlet{Source: source, Kind: standing.InletFolder, Address: filepath.Join(c.Path(c.Inbox.Dir), source)}
	}
	within := "inbox/"
	if source != "" {
		within += source + "/"
	}
	place, _, _ := strings.Cut(c.Bucketed(), "?")
	return standing.Inlet{Source: source, Kind: standing.InletBucket, Address: strings.TrimSuffix(place, "/") + "/" + within}
}

// httpBase is how the address of the server begins: that of the host that people know it by, which a proxy
// in front gives it, else the one that it listens on.
func httpBase(c *config.Config, listen string) string {
	if len(c.HTTP.Hosts) > 0 {
		return "https://" + c.HTTP.Hosts[0]
	}
	return "http://" + reachable(listen)
}

// publicHost is an address with the host that people know this machine by, where the config names one.
func publicHost(c *config.Config, listen string) string {
	if _, port, err := net.SplitHostPort(listen); err == nil && len(c.HTTP.Hosts) > 0 {
		return net.JoinHostPort(c.HTTP.Hosts[0], port)
	}
	return reachable(listen)
}

// reachable is an address to listen on as this machine itself reaches it.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listen
}
