package bucket

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// s3Part is up to how many bytes an object is put by one request, and how large its parts are
// where it has more. S3 takes parts of 5 MiB and more, and ten thousand of them, see
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html.
const (
	s3Part  = 16 << 20
	s3Parts = 10_000
)

// Write puts the object, at its end only where the condition holds: by one request, or in parts
// that the server joins by the last one.
func (s *s3Store) Write(ctx context.Context, key string, content io.ReadSeeker, sha string, when Condition) error {
	size, err := content.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if size > s.part {
		return s.writeParts(ctx, key, content, size, sha, when)
	}
	header := conditions(when)
	describe(header, key, sha)
	_, err = s.ask(ctx, s3Call{method: http.MethodPut, key: key, header: header, body: content, size: size, sha: sha})
	return err
}

func describe(header http.Header, key, sha string) {
	header.Set("Content-Type", contentType(key))
	header.Set("X-Amz-Meta-"+metaSHA, sha)
}

// s3Upload is an object that is put in parts.
type s3Upload struct {
	XMLName xml.Name `xml:"InitiateMultipartUploadResult"`
	ID      string   `xml:"UploadId"`
}

// s3Joined are the parts of which the object is made.
type s3Joined struct {
	XMLName xml.Name     `xml:"http://s3.amazonaws.com/doc/2006-03-01/ CompleteMultipartUpload"`
	Parts   []s3PartSent `xml:"Part"`
}

type s3PartSent struct {
	PartNumber int
	ETag       string
}

func (s *s3Store) writeParts(ctx context.Context, key string, content io.ReadSeeker, size int64, sha string, when Condition) (err error) {
	header := http.Header{}
	describe(header, key, sha)
	var upload s3Upload
	if err := s.read(ctx, s3Call{method: http.MethodPost, key: key, query: url.Values{"uploads": {""}}, header: header}, &upload); err != nil {
		return err
	}
	query := url.Values{"uploadId": {upload.ID}}
	defer func() {
		if err != nil { // parts that nobody joins cost money until they are taken away
			_, failed := s.ask(context.WithoutCancel(ctx), s3Call{method: http.MethodDelete, key: key, query: query})
			if s.Why(failed) != NotThere {
				err = errors.Join(err, failed)
			}
		}
	}()
	var joined s3Joined
	step := max(s.part, (size+s3Parts-1)/s3Parts)
	for start := int64(0); start < size; start += step {
		sent, err := s.writePart(ctx, key, upload.ID, len(joined.Parts)+1, content, start, min(step, size-start))
		if err != nil {
			return err
		}
		joined.Parts = append(joined.Parts, sent)
	}
	return s.join(ctx, key, query, joined, when)
}

func (s *s3Store) writePart(ctx context.Context, key, upload string, number int, content io.ReadSeeker, start, size int64) (s3PartSent, error) {
	part := &span{content: content, start: start, size: size}
	sha, _, err := hashed(part)
	if err != nil {
		return s3PartSent{}, err
	}
	if _, err := part.Seek(0, io.SeekStart); err != nil {
		return s3PartSent{}, err
	}
	query := url.Values{"uploadId": {upload}, "partNumber": {strconv.Itoa(number)}}
	header, err := s.ask(ctx, s3Call{method: http.MethodPut, key: key, query: query, body: part, size: size, sha: sha})
	return s3PartSent{number, header.Get("ETag")}, err
}

// join makes the object of its parts.
func (s *s3Store) join(ctx context.Context, key string, query url.Values, joined s3Joined, when Condition) error {
	text, err := xml.Marshal(joined)
	if err != nil {
		return err
	}
	sha, size, err := hashed(bytes.NewReader(text))
	if err != nil {
		return err
	}
	header := conditions(when)
	header.Set("Content-Type", "application/xml")
	return s.read(ctx, s3Call{method: http.MethodPost, key: key, query: query, header: header, body: bytes.NewReader(text), size: size, sha: sha},
		&struct {
			XMLName xml.Name `xml:"CompleteMultipartUploadResult"`
		}{})
}

// span is a part of some content.
type span struct {
	content     io.ReadSeeker
	start, size int64
	left        int64 // to be read
}

// Read reads to the end of the part.
func (s *span) Read(p []byte) (int, error) {
	n, err := io.LimitReader(s.content, s.left).Read(p)
	s.left -= int64(n)
	return n, err
}

// Seek knows the beginning alone.
func (s *span) Seek(int64, int) (int64, error) {
	s.left = s.size
	return s.content.Seek(s.start, io.SeekStart)
}
