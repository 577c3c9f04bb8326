package bucket

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/smithy-go/encoding/httpbinding"

	"github.com/dropbridge/dropbridge/internal/sorting"
)

// s3Store speaks the few operations of S3 that a Store needs over net/http. What is hard in it,
// the credentials and the signature, is Amazon's own library. Their client of the service knows a
// hundred operations more, each of which a program that uses reflection must carry: 9 MB.
type s3Store struct {
	at          *url.URL // of the bucket
	prefix      string   // of every key, with a slash at its end; or ""
	region      string
	credentials aws.CredentialsProvider // nil: nothing is signed
	client      *http.Client
	signer      *v4.Signer
	now         func() time.Time
	part        int64 // see s3Part
}

// s3Call is one request.
type s3Call struct {
	method string
	key    string // without the prefix; "" of the bucket
	query  url.Values
	header http.Header
	body   io.Reader // nil where there is none
	size   int64
	sha    string // SHA-256 of the body, in hex
}

var (
	errNoRegion      = errors.New("no region is named")
	errNoCredentials = errors.New("no credentials")
)

// sha256OfNothing is that of a request without a body.
var sha256OfNothing = hex.EncodeToString(sha256.New().Sum(nil))

// expectFrom is from how many bytes on a body waits until the server wants it.
const expectFrom = 2 << 20

// do makes a request. Its error is *s3Error where the server refused; else the caller closes the
// answer's body.
func (s *s3Store) do(ctx context.Context, call s3Call) (*http.Response, error) {
	if s.region == "" {
		return nil, errNoRegion
	}
	request, err := s.request(ctx, call)
	if err != nil {
		return nil, err
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		defer answer.Body.Close()
		return nil, readS3Error(answer)
	}
	return answer, nil
}

func (s *s3Store) request(ctx context.Context, call s3Call) (*http.Request, error) {
	at := *s.at
	at.Path = cmp.Or(at.Path, "/")
	if call.key != "" {
		at.Path = s.at.Path + "/" + s.prefix + call.key
	}
	at.RawPath = httpbinding.EscapePath(at.Path, false)
	at.RawQuery = call.query.Encode()
	request, err := http.NewRequestWithContext(ctx, call.method, at.String(), nil)
	if err != nil {
		return nil, err
	}
	if call.header != nil {
		request.Header = call.header
	}
	if call.size > 0 {
		request.Body, request.ContentLength = io.NopCloser(io.LimitReader(call.body, call.size)), call.size
	}
	if call.size >= expectFrom {
		request.Header.Set("Expect", "100-continue")
	}
	return request, s.sign(ctx, request, cmp.Or(call.sha, sha256OfNothing))
}

// sign signs the hash of the body, too: the server refuses one that changed on the way.
func (s *s3Store) sign(ctx context.Context, request *http.Request, sha string) error {
	if s.credentials == nil {
		return nil
	}
	who, err := s.credentials.Retrieve(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoCredentials, err)
	}
	request.Header.Set("X-Amz-Content-Sha256", sha)
	return s.signer.SignHTTP(ctx, who, request, sha, "s3", s.region, s.now())
}

// ask makes a request of whose answer the headings are enough.
func (s *s3Store) ask(ctx context.Context, call s3Call) (http.Header, error) {
	answer, err := s.do(ctx, call)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, io.LimitReader(answer.Body, longestAnswer))
	return answer.Header, errors.Join(err, answer.Body.Close())
}

// longestAnswer bounds the XML of an answer: a page of a thousand keys has less than 3 MB.
const longestAnswer = 16 << 20

// read makes a request and decodes the XML of its answer. Where a long operation fails behind its
// headings the answer is an error all the same.
func (s *s3Store) read(ctx context.Context, call s3Call, into any) error {
	answer, err := s.do(ctx, call)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		return err
	}
	var refused s3Error
	if xml.Unmarshal(text, &refused) == nil {
		refused.status = http.StatusInternalServerError
		return &refused
	}
	return xml.Unmarshal(text, into)
}

// Stat is the headings of the object.
func (s *s3Store) Stat(ctx context.Context, key string) (Object, error) {
	header, err := s.ask(ctx, s3Call{method: http.MethodHead, key: key})
	if err != nil {
		return Object{}, err
	}
	object := Object{Key: key, Tag: unquoted(header.Get("ETag")), SHA256: header.Get("X-Amz-Meta-" + metaSHA)}
	object.Size, _ = strconv.ParseInt(header.Get("Content-Length"), 10, 64) // an empty object may have none
	object.ModTime, _ = http.ParseTime(header.Get("Last-Modified"))         // for people; without it nothing fails
	return object, nil
}

// Read reads the object.
func (s *s3Store) Read(ctx context.Context, key string) (io.ReadCloser, error) {
	answer, err := s.do(ctx, s3Call{method: http.MethodGet, key: key})
	if err != nil {
		return nil, err
	}
	return answer.Body, nil
}

// conditions are the headings of a condition.
func conditions(when Condition) http.Header {
	header := http.Header{}
	if when.Absent {
		header.Set("If-None-Match", "*")
	}
	if when.Tag != "" {
		header.Set("If-Match", `"`+when.Tag+`"`)
	}
	return header
}

// Delete takes the object away.
func (s *s3Store) Delete(ctx context.Context, key string, when Condition) error {
	_, err := s.ask(ctx, s3Call{method: http.MethodDelete, key: key, header: conditions(when)})
	return err
}

// s3List is a page of ListObjectsV2.
type s3List struct {
	XMLName  xml.Name `xml:"ListBucketResult"`
	Next     string   `xml:"NextContinuationToken"`
	Contents []struct {
		Key          string
		Size         int64
		LastModified time.Time
		ETag         string
	}
	CommonPrefixes []struct{ Prefix string }
}

// List is a page.
func (s *s3Store) List(ctx context.Context, prefix string, flat bool, from []byte) ([]Object, []byte, error) {
	query := url.Values{"list-type": {"2"}, "max-keys": {strconv.Itoa(pageSize)}, "prefix": {s.prefix + prefix}}
	if !flat {
		query.Set("delimiter", "/")
	}
	if from != nil {
		query.Set("continuation-token", string(from))
	}
	var listed s3List
	if err := s.read(ctx, s3Call{method: http.MethodGet, query: query}, &listed); err != nil {
		return nil, nil, err
	}
	return s.page(&listed), nextPage(listed.Next), nil
}

// page is a list in its order, without the prefix.
func (s *s3Store) page(listed *s3List) []Object {
	page := make([]Object, 0, len(listed.Contents)+len(listed.CommonPrefixes))
	for _, l := range listed.Contents {
		page = append(page, Object{Key: strings.TrimPrefix(l.Key, s.prefix), Size: l.Size, ModTime: l.LastModified, Tag: unquoted(l.ETag)})
	}
	for _, l := range listed.CommonPrefixes {
		page = append(page, Object{Key: strings.TrimPrefix(l.Prefix, s.prefix), Folder: true})
	}
	sorting.Func(page, func(a, b Object) int { return cmp.Compare(a.Key, b.Key) })
	return page
}

func nextPage(token string) []byte {
	if token == "" {
		return nil
	}
	return []byte(token)
}

// Close lets connections go.
func (s *s3Store) Close() error {
	s.client.CloseIdleConnections()
	return nil
}
