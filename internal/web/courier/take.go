package courier

import (
	"bytes"
	"crypto/md5" //nolint:gosec // what Content-MD5 is made of
	"encoding/base64"
	"errors"
	"hash"
	"io"
	"net/http"

	"github.com/dropbridge/dropbridge/importer/folder"
	"github.com/dropbridge/dropbridge/importer/intake"
)

// take is PUT: the body is one order file.
func (c *courier) take(e errand) {
	header := e.r.Header
	if coding := header.Get("Content-Encoding"); header.Get("Content-Range") != "" || coding != "" && coding != "identity" {
		e.refuse(http.StatusUnsupportedMediaType, "coded")
		return
	}
	if header.Get("If-Match") != "" {
		e.refuse(http.StatusPreconditionFailed, "exists")
		return
	}
	if e.r.ContentLength > folder.Largest {
		c.fail(e, intake.RefuseSize())
		return
	}
	body, err := newBody(e.r)
	if err != nil {
		e.refuse(http.StatusBadRequest, "digest")
		return
	}
	taken, err := c.Counter.Take(e.r.Context(), e.source, e.name, body)
	refused, _ := errors.AsType[*intake.Refused](err)
	exists := taken.Again || refused != nil && refused.Why == intake.NameTaken
	switch {
	case header.Get("If-None-Match") == "*" && exists:
		e.refuse(http.StatusPreconditionFailed, "exists")
	case body.broken != nil:
		e.refuse(http.StatusBadRequest, body.code())
	case err != nil:
		c.fail(e, err)
	default:
		c.taken(e, taken)
	}
}

// taken answers with the receipt.
func (c *courier) taken(e errand, taken intake.Receipt) {
	c.Logger.Info("order file taken in", "key", e.by, "source", e.source, "file", taken.File, "bytes", taken.Size, "again", taken.Again)
	status := http.StatusCreated
	if taken.Again {
		status = http.StatusOK
	}
	address := e.address(taken.File)
	e.w.Header().Set("Location", address)
	e.answer(status, receipt{taken.File, taken.Size, taken.SHA256, address})
}

// errDigest is a body that is not what its Content-MD5 promises.
var errDigest = errors.New("the content is not what Content-MD5 promises")

// body reads what is sent, and finds out at its end whether it is what was promised.
type body struct {
	from   io.Reader
	want   []byte // nil: nothing is promised
	sum    hash.Hash
	broken error // why it could not be read whole
}

func newBody(r *http.Request) (*body, error) {
	b := &body{from: r.Body, sum: md5.New()} //nolint:gosec // see above
	promised := r.Header.Get("Content-MD5")
	if promised == "" {
		return b, nil
	}
	var err error
	if b.want, err = base64.StdEncoding.DecodeString(promised); err == nil && len(b.want) != md5.Size {
		err = errDigest
	}
	return b, err
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if b.want != nil {
		b.sum.Write(p[:n])
	}
	if errors.Is(err, io.EOF) && b.want != nil && !bytes.Equal(b.want, b.sum.Sum(nil)) {
		err = errDigest
	}
	if err != nil && err != io.EOF {
		b.broken = err
	}
	return n, err
}

// code is that of why it could not be read whole.
func (b *body) code() string {
	if errors.Is(b.broken, errDigest) {
		return "digest"
	}
	return "cut_off"
}
