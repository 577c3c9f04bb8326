package objects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/internal/bucket"
)

// claimKey is the object by which the importers of all machines know whose journal works at
// the inbox. It is put where none is and stays when they end: nobody can see from elsewhere
// whether they live. Another journal has to adopt what this one left, which takes it away.
const claimKey = inboxRoot + "/" + folder.LockName

// ClaimInbox keeps the inbox to one journal: other is who has claimed it for another one.
func (d *Disk) ClaimInbox(journal, who string) (other string, err error) {
	if journal == "" {
		return "", nil // it was not looked at yet
	}
	text := fmt.Sprintf("%s\n%s%s\n", who, folder.LockJournalMark, journal)
	const tries = 3 // it may be taken away just now
	for range tries {
		_, err = d.bucket.Create(context.Background(), claimKey, bucket.Bytes([]byte(text)))
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		who, held, err := d.readClaim()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil || held == journal {
			return "", err
		}
		return who, nil
	}
	return "", err
}

// readClaim is who has claimed the inbox, and for which journal; its error is fs.ErrNotExist where
// nobody has.
func (d *Disk) readClaim() (who, journal string, err error) {
	var held bytes.Buffer
	_, err = d.bucket.Get(context.Background(), claimKey, 1000, func() (io.Writer, error) { held.Reset(); return &held, nil })
	if err != nil {
		return "", "", err
	}
	who, rest, _ := strings.Cut(held.String(), "\n")
	return who, strings.TrimPrefix(strings.TrimSpace(rest), folder.LockJournalMark), nil
}

// ForgetClaim takes the claim away.
func (d *Disk) ForgetClaim() error { return d.bucket.Delete(context.Background(), claimKey, "") }
