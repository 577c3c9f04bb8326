package bucket

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// s3Error is the answer of a server that did not do what it was asked.
type s3Error struct {
	XMLName   xml.Name `xml:"Error"`
	Code      string   // as the documentation of S3 lists them; "" of an answer without a body
	Message   string
	RequestID string `xml:"RequestId"`
	status    int    // of HTTP
}

// Error is what the server said.
func (e *s3Error) Error() string {
	text := fmt.Sprint(e.status, " ", http.StatusText(e.status))
	for _, part := range []string{e.Code, e.Message} {
		if part != "" {
			text += ": " + part
		}
	}
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Hint is none: the Error around it has one by what the answer means, which is Why.
func (e *s3Error) Hint() string { return "" }

// Failure is that of the Error around it.
func (e *s3Error) Failure() failure.Kind { return failure.Unknown }

// readS3Error reads the body as far as it is one.
func readS3Error(answer *http.Response) error {
	refused := &s3Error{}
	if err := xml.NewDecoder(io.LimitReader(answer.Body, 1<<16)).Decode(refused); err != nil {
		refused = &s3Error{RequestID: answer.Header.Get("X-Amz-Request-Id")} // as to HEAD
	}
	refused.status = answer.StatusCode
	return refused
}

// Why is told by the code, or else the status of an answer, or by why nothing was asked.
func (s *s3Store) Why(err error) Reason {
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, io.ErrUnexpectedEOF):
		return Away
	case errors.Is(err, errNoCredentials):
		return WrongKey
	case errors.Is(err, errNoRegion):
		return Region
	}
	answer, ok := errors.AsType[*s3Error](err)
	if !ok {
		return Away
	}
	return cmp.Or(s3Reasons[answer.Code], s3Statuses[answer.status], Away)
}

// s3Reasons are the codes of answers, as the documentation of S3 lists them.
var s3Reasons = map[string]Reason{
	"NoSuchBucket":                       NoBucket,
	"InvalidBucketName":                  NoBucket,
	"InvalidAccessKeyId":                 WrongKey,
	"XAdminUserNotFound":                 WrongKey, // of versitygw, with 404
	"SignatureDoesNotMatch":              WrongKey,
	"ExpiredToken":                       WrongKey,
	"InvalidToken":                       WrongKey,
	"RequestTimeTooSkewed":               WrongKey,
	"AccessDenied":                       Forbidden,
	"AllAccessDisabled":                  Forbidden,
	"BadRequest":                         Region,
	"PermanentRedirect":                  Region,
	"AuthorizationHeaderMalformed":       Region,
	"IllegalLocationConstraintException": Region,
	"KeyTooLongError":                    BadKey,
	"NotImplemented":                     NoCompare,
	"PreconditionFailed":                 Changed,
	"EntityTooLarge":                     Refused,
	"QuotaExceeded":                      Refused,
	"InvalidRequest":                     Refused,
	"InvalidArgument":                    Refused,
	"MethodNotAllowed":                   Refused,
}

// s3Statuses are what answers mean that have no body with a code, as those to HEAD: a
// signature for another region is a bad request there.
var s3Statuses = map[int]Reason{
	http.StatusMovedPermanently:   Region,
	http.StatusBadRequest:         Region,
	http.StatusUnauthorized:       WrongKey,
	http.StatusForbidden:          Forbidden,
	http.StatusNotFound:           NotThere,
	http.StatusPreconditionFailed: Changed,
	http.StatusNotImplemented:     NoCompare,
}
