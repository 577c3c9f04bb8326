package carry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/dropbridge/dropbridge/internal/bucket"
)

// Sign says in a bucket whose files it has.
type Sign struct {
	Journal string `json:"journal"` // the id
	Left    bool   `json:"left"`    // they have moved
	To      string `json:"to"`      // to there, "": to folders
}

// signKey is the object that is the sign; no scan takes a hidden name.
const signKey = ".dropbridge.files"

// ReadSign is the sign of a bucket, a zero one where it has none, as one from which nothing was
// ever moved, nor to it.
func ReadSign(ctx context.Context, b *bucket.Bucket) (s Sign, err error) {
	var text bytes.Buffer
	_, err = b.Get(ctx, signKey, 1<<16, func() (io.Writer, error) { text.Reset(); return &text, nil })
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text.Bytes(), &s)
	}
	if err != nil {
		return s, fmt.Errorf("read whose files %s has: %w", b, err)
	}
	return s, nil
}

// WriteSign makes it say that.
func WriteSign(ctx context.Context, b *bucket.Bucket, s Sign) error {
	text, err := json.Marshal(s)
	if err == nil {
		_, err = b.Put(ctx, signKey, bytes.NewReader(append(text, '\n')))
	}
	if err != nil {
		return fmt.Errorf("say whose files %s has: %w", b, err)
	}
	return nil
}
