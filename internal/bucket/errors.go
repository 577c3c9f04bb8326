package bucket

import (
	"cmp"
	"errors"
	"io/fs"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Reason is why a store did not do what was asked.
type Reason string

// The reasons. The sentences of the catalogue are bucket.REASON, with the way out in
// bucket.REASON.way.
const (
	NotThere  Reason = "not_there"  // no such object
	Exists    Reason = "exists"     // Create, and something is there
	Changed   Reason = "changed"    // Replace or Delete, and it has another tag
	NoBucket  Reason = "no_bucket"  // no such bucket, or none of that name that we may see
	WrongKey  Reason = "wrong_key"  // the credentials are unknown, expired, missing or do not sign
	Forbidden Reason = "forbidden"  // they are right, and may not do this
	Region    Reason = "region"     // the bucket is elsewhere
	BadKey    Reason = "bad_key"    // the name of the object is none that we use
	NoCompare Reason = "no_compare" // the store knows no conditions
	Away      Reason = "away"       // out of reach, out of breath, or slow: for as long as we tried
	Refused   Reason = "refused"    // for another reason, which the cause tells
)

// passing reports whether trying again may help.
func (r Reason) passing() bool { return r == Away }

// ErrChanged is what errors.Is finds in an error whose reason is Changed.
var ErrChanged = errors.New("the object was changed meanwhile")

// Error is what a store did not do.
type Error struct {
	Bucket string // its address, without secrets
	Key    string // "" where it is about the bucket
	Reason Reason
	Err    error // the library's, or nil
}

// what is the sentence about the object or the bucket.
func (e *Error) what() wording.Message {
	place := e.Bucket
	if e.Key != "" {
		place += "/" + e.Key
	}
	values := []any{place}
	if e.Reason == Away || e.Reason == Refused {
		values = append(values, causeText(e.Err))
	}
	return wording.NewMessage("bucket."+string(e.Reason), values...)
}

// way is what a person can do about it.
func (e *Error) way() wording.Message {
	return wording.NewMessage("bucket." + string(e.Reason) + ".way")
}

func causeText(err error) string {
	if err == nil {
		return "?"
	}
	return err.Error()
}

// Error says in English what was not done, with which object of which bucket.
func (e *Error) Error() string { return e.what().In(wording.English) }

// Hint is the way out in English.
func (e *Error) Hint() string { return e.way().In(wording.English) }

// Say is what is wrong and the way out in a language.
func (e *Error) Say(l wording.Language) (what, way string) {
	l = cmp.Or(l, wording.English)
	return e.what().In(l), e.way().In(l)
}

// Failure is one of the config where the address or the credentials are wrong.
func (e *Error) Failure() failure.Kind {
	switch e.Reason {
	case NoBucket, WrongKey, Forbidden, Region:
		return failure.Config
	}
	return failure.Other
}

// Unwrap is the library's error.
func (e *Error) Unwrap() error { return e.Err }

// Is makes an Error one of package fs where it is the same there.
func (e *Error) Is(target error) bool {
	switch e.Reason {
	case NotThere:
		return target == fs.ErrNotExist
	case Exists:
		return target == fs.ErrExist
	case Changed:
		return target == ErrChanged
	case Forbidden, WrongKey:
		return target == fs.ErrPermission
	}
	return false
}

// reasonOf is the reason of an error of this package, "" of another.
func reasonOf(err error) Reason {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	return ""
}
