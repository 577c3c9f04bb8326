package scan

import (
	"encoding/json"

	"github.com/dropbridge/dropbridge/importer/state"
	"github.com/dropbridge/dropbridge/internal/journal/clause"
	"github.com/dropbridge/dropbridge/internal/journal/paths"
)

// FileColumns are the columns of a file.
const FileColumns = `id, version, account, source, sha256, name, spool, result, origin, mark, placed, state, digest, counts, reason,
	drops, created_at, changed_at, dropped_at`

// File reads FileColumns. Its error is sql.ErrNoRows where there is none.
func File(row Row) (state.File, error) {
	var p filePlaces
	if err := row.Scan(p.places()...); err != nil {
		return state.File{}, err
	}
	return p.file()
}

// filePlaces are where the columns of a file go to.
type filePlaces struct {
	scanned                   state.File
	created, changed, dropped int64
	counts                    string
}

func (p *filePlaces) places() []any {
	f := &p.scanned
	return []any{&f.ID, &f.Version, &f.Account, &f.Source, &f.SHA256, &f.Name, &f.Spool, &f.Result, &f.Origin, &f.Mark, &f.Placed,
		&f.State, &f.Digest, &p.counts, &f.Reason, &f.Drops, &p.created, &p.changed, &p.dropped}
}

// file is the file of the row that was scanned last.
func (p *filePlaces) file() (state.File, error) {
	f := p.scanned
	f.CreatedAt, f.ChangedAt, f.DroppedAt = clause.LoadedTime(p.created), clause.LoadedTime(p.changed), clause.LoadedTime(p.dropped)
	for _, text := range []*string{&f.Name, &f.Spool, &f.Result, &f.Origin} {
		*text = paths.Loaded(*text)
	}
	f.Counts = state.Counts{}
	return f, json.Unmarshal([]byte(p.counts), &f.Counts)
}
