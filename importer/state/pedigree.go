package state

import (
	"context"
	"time"
)

// AdoptDraft is an order as a result file shows it.
type AdoptDraft struct {
	Draft
	Relation Relation // to the file
	Code     string   // of a Clash
	// Sure says that the order stands at the supplier, or was sent there: what the journal
	// holds of it gives way, unless that is an accepted order too.
	Sure bool
}

// Identity is what a journal knows of itself.
type Identity struct {
	ID       string // random, given when the journal was made
	Attempts int64  // to create an order, and files taken, that it ever noted; rises only
	Adopted  int64  // of these, before the last adoption
	Orders   bool   // it holds orders, of whatever account
	Files    bool   // it holds files, of whatever account
	Restored bool   // it was put back from a backup, and nobody has adopted it since

	Moved string // the journal that goes on in its place: this one takes no write; "" where there is none

	Place Place // where the files are, since they were moved

	AdoptedAt time.Time // when a person last said what became of the journal before it
	AdoptedBy string
	Unchecked bool // that person said, too, that nothing is to be looked up
}

// Place is where a shop's files are: the address of a bucket, or "" for the folders.
type Place struct {
	Known   bool   // they were moved; else they are where the config says
	Address string // where they are
	Other   string // where they came from, or go to
	Moving  bool   // they are on their way: nobody takes files or posts meanwhile
}

// Pedigree is what tells whether a journal is the one that the folders' results came of.
type Pedigree interface {
	// Identity is what the journal knows of itself.
	Identity(ctx context.Context) (Identity, error)
	// Reached is the number of attempts as of the last commit of this process that noted
	// one: an attempt counts before its Swap to Sending returns, a file before Record does.
	Reached() int64
	// Present reports as an error that the journal's own files are not those any more that
	// lie in their places: they were removed or replaced, and nobody will find what is
	// written from now on. It is cheap.
	Present() error
	// Damaged reports whether an error of a method says that the journal's file is broken.
	Damaged(err error) bool
	// Away reports whether an error of a method is that of a database server: its text may
	// name the server's address and its user.
	Away(err error) bool
	// Save writes a whole copy of the journal beside it, under a name that is free.
	Save(ctx context.Context) (path string, err error)
	// Accounts are the accounts that have orders.
	Accounts(ctx context.Context) ([]string, error)
	// Adopt records a file of an earlier journal with its orders as they were shown. An
	// order whose key is held already is brought up to date where the result knows more.
	Adopt(ctx context.Context, file File, drafts []AdoptDraft) error
	// Complete gives an adopted file the SHA-256 and the name of its original.
	Complete(ctx context.Context, file File) error
	// Vouch notes that a person has said what became of the journal before this one; from
	// then on attempts are counted from at least that many.
	Vouch(ctx context.Context, v Identity) error
}
