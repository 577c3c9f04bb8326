package moving

import (
	"github.com/dropbridge/dropbridge/exporter/mirror"
	"github.com/dropbridge/dropbridge/exporter/reading"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/carry"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/journal"
)

// place is one of the two places of files.
type place struct {
	config  *config.Config
	address string         // as the config has it, "" for folders
	id      string         // as the journal has it
	bucket  *bucket.Bucket // nil: folders
	disk    *objects.Disk  // with the bucket behind it
	feeds   *mirror.Feeds
	places  *carry.Places
	side    carry.Side
}

// filing moves the files of a shop.
type filing struct {
	program  *Program
	flags    flags
	config   *config.Config
	journal  string
	idle     bool
	feeds    []reading.Feed
	from, to place
	carrier  *carry.Carrier
	out      *filesMoved
	db       *journal.Database // that is only read, once it was asked
	absolute *carry.Places     // with whole paths, as a program that was started elsewhere has noted them
}
