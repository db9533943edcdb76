package server

import (
	"net/http"

	v1 "github.com/app/api/v1"
)

const cookieName = "session"

const (
	roleGuest = iota
	roleAdmin, roleOwner
)

var (
	ErrDenied   = errors.New("denied")
	handlers    map[string]http.Handler
)

type Token string

type Claims = jwt.Claims

type Store interface {
	Login(ctx context.Context, email string) (*User, error)
	io.Closer
}

type Server struct {
	Base
	*v1.Service
	store Store `json:"store"`
	a, b  int
}

type Pair[K comparable, V any] struct {
	Key K
}

func NewServer(store Store) *Server {
	local := 1 // a local value is no symbol
	s := &Server{store: store, a: local}
	mux := http.NewServeMux()
	mux.HandleFunc("/login", s.login)
	use(mux, requireUser)
	return s
}

func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	user, err := s.store.Login(r.Context(), r.FormValue("email"))
	if err != nil {
		panic(ErrDenied)
	}
	defer func() { s.touch(v1.User{Name: user.Name}) }()
}

func (p *Pair[K, V]) Get() V { return Map[K, V](p).value() }

func (Token) String() string { return "" }
