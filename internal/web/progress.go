package web

import (
	"io"
	"net/http"
	"time"
)

// A request may take as long as it moves: each part that is sent or received gives it as much
// time again. So a feed of 500 MB is served over a slow line, and an order file of 100 MB
// received, while a client that stands still is let go. One that only trickles makes room where
// the limits are reached.
const (
	stillFor = time.Minute
	partSize = 128 << 10 // which takes less than stillFor at 3 kB a second
)

// moving is an answer whose time goes on while it moves.
type moving struct {
	http.ResponseWriter
	control *http.ResponseController
}

// Unwrap gives http.ResponseController what is below.
func (m *moving) Unwrap() http.ResponseWriter { return m.ResponseWriter }

// goOn gives the next part its time. A connection that has no deadlines needs none.
func (m *moving) goOn() { _ = m.control.SetWriteDeadline(time.Now().Add(stillFor)) }

// Write sends a part.
func (m *moving) Write(p []byte) (n int, err error) {
	for {
		m.goOn()
		part := p[n:min(len(p), n+partSize)]
		sent, err := m.ResponseWriter.Write(part)
		n += sent
		if err != nil || n == len(p) {
			return n, err
		}
	}
}

// ReadFrom sends a file by what the system has for that, part by part.
func (m *moving) ReadFrom(from io.Reader) (n int64, err error) {
	limited, ok := from.(*io.LimitedReader)
	if !ok { // the system knows only a file, or a part of one
		limited = &io.LimitedReader{R: from, N: 1<<63 - 1}
	}
	for limited.N > 0 {
		m.goOn()
		part := &io.LimitedReader{R: limited.R, N: min(partSize, limited.N)}
		sent, err := io.Copy(m.ResponseWriter, part)
		n, limited.N = n+sent, limited.N-sent
		if err != nil || part.N > 0 { // the file ended early
			return n, err
		}
	}
	return n, nil
}

// movingBody is a request's body whose time goes on while it comes.
type movingBody struct {
	io.ReadCloser
	control *http.ResponseController
	visit   *visit // that it comes by, nil where nobody counts them
	left    int    // bytes of the part that is under way
}

// Read receives a part, or some of one.
func (b *movingBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.left = partSize
		b.visit.receive(time.Now())
	}
	_ = b.control.SetReadDeadline(time.Now().Add(stillFor))
	n, err := b.ReadCloser.Read(p)
	b.left -= n
	if err != nil { // nothing more is read while it is answered
		_ = b.control.SetReadDeadline(time.Time{})
		b.visit.receive(time.Time{})
	}
	return n, err
}

// keepMoving lets requests and answers take their time.
func keepMoving(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		if r.Body == nil || r.Body == http.NoBody {
			_ = control.SetReadDeadline(time.Time{}) // it would end the request while it is answered
		} else {
			r.Body = &movingBody{ReadCloser: r.Body, control: control, visit: visitOf(r.Context())}
		}
		answer := &moving{w, control}
		next.ServeHTTP(answer, r)
		answer.goOn() // what is left to send, if only the headers
	})
}
