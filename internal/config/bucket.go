package config

import (
	"context"
	"path/filepath"

	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/snapshot"
)

// Bucket is the bucket behind the folders, nil where files: names none. Nothing is asked of it.
func (c *Config) Bucket() (*bucket.Bucket, error) {
	if c.Files == "" {
		return nil, nil
	}
	return bucket.Open(context.Background(), c.Files, bucket.Options{})
}

// WithFiles is the config with another bucket behind the folders; "" is none.
func (c *Config) WithFiles(address string) *Config {
	other := *c
	other.Files = address
	return &other
}

// IsFolder reports whether a path is the folder of the config, from which its own are taken.
func (c *Config) IsFolder(path string) bool {
	own, err := filepath.Abs(c.root)
	if err != nil {
		return false
	}
	other, err := filepath.Abs(c.Path(path))
	return err == nil && own == other
}

// Bucketed is the address of that bucket as people are told it.
func (c *Config) Bucketed() string {
	at, err := bucket.ParseAddress(c.Files)
	if err != nil {
		return ""
	}
	return at.String()
}

// SharedFeeds are the feeds with that bucket behind them, nil where there is none.
func (c *Config) SharedFeeds() (*mirror.Feeds, error) {
	behind, err := c.Bucket()
	if behind == nil {
		return nil, err
	}
	var lists [][]string
	for _, one := range c.Suppliers() {
		lists = append(lists, []string{snapshot.Open(one.Catalog()).Path(), one.LastList()})
	}
	return mirror.NewFeeds(behind, lists...), nil
}
