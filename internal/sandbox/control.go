package sandbox

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/netip"

	"github.com/dropbridge/dropbridge/internal/sandbox/contract"
)

// control answers /sandbox/faults and /sandbox/stats. They need no token, so
// they answer only to this machine.
func (s *Server) control(w http.ResponseWriter, r *http.Request) {
	id := s.requests.next()
	ans, err := s.controlAnswer(w, r)
	if err != nil {
		ans = problemAnswer(err, r.URL.Path, id)
	}
	s.write(w, id, ans)
}

func (s *Server) controlAnswer(w http.ResponseWriter, r *http.Request) (answer, error) {
	if !fromLoopback(r) {
		return answer{}, contract.Refuse(http.StatusForbidden, "forbidden", "the sandbox is controlled from its own machine only")
	}
	if r.URL.Path == "/sandbox/stats" {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			return answer{}, wrongMethod(r, "GET, HEAD")
		}
		stats, err := s.stats(r.Context())
		if err != nil {
			return answer{}, err
		}
		return jsonAnswer(stats)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodDelete:
		if err := s.SetFaults(nil); err != nil {
			return answer{}, err
		}
	case http.MethodPut:
		if err := s.putFaults(w, r); err != nil {
			return answer{}, err
		}
	default:
		return answer{}, wrongMethod(r, "DELETE, GET, HEAD, PUT")
	}
	return jsonAnswer(map[string][]Fault{"faults": s.faults.inForce()})
}

// putFaults reads {"faults":[…]}, each an object or the text that ParseFault reads.
func (s *Server) putFaults(w http.ResponseWriter, r *http.Request) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	if !json.Valid(body) {
		return contract.Malformed("the body is not JSON")
	}
	var wanted struct {
		Faults []json.RawMessage `json:"faults"`
	}
	if err := strict(body, &wanted); err != nil {
		return contract.Refuse(http.StatusUnprocessableEntity, "invalid", "want {\"faults\":[…]}: %s", err.Error())
	}
	if wanted.Faults == nil {
		return contract.Refuse(http.StatusUnprocessableEntity, "invalid", "want {\"faults\":[…]}, an empty list for no faults")
	}
	list := make([]Fault, len(wanted.Faults))
	for i, raw := range wanted.Faults {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			list[i], err = ParseFault(text)
		} else {
			err = strict(raw, &list[i])
		}
		if err != nil {
			return contract.Refuse(http.StatusUnprocessableEntity, "invalid", "%s", err.Error())
		}
	}
	if err := s.SetFaults(list); err != nil {
		return contract.Refuse(http.StatusUnprocessableEntity, "invalid", "%s", err.Error())
	}
	return nil
}

func strict(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

func jsonAnswer(v any) (answer, error) {
	text, err := json.Marshal(v)
	return answer{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}}, body: text}, err
}

func wrongMethod(r *http.Request, allow string) *contract.Problem {
	p := contract.Refuse(http.StatusMethodNotAllowed, "method_not_allowed", "%s is not a method of %s", r.Method, r.URL.Path)
	p.Header = http.Header{"Allow": {allow}}
	return p
}

// fromLoopback reports whether a request comes from this machine.
func fromLoopback(r *http.Request) bool {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && at.Addr().Unmap().IsLoopback()
}
