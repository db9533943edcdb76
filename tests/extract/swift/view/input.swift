// A screen, its model, a protocol and registration by name.
import Foundation
import class UIKit.UIView

@main
struct LoginView: View {
    @State private var email = ""
    static let limit = 3
    var body: some View {
        Button("Sign in", action: signIn)
    }

    func signIn() {
        let local = session.open(email)
        Task { await self.model.load() }
    }
}

protocol SessionStore: AnyObject {
    associatedtype Key
    var token: String? { get }
    func save(_ token: String) throws
}

final class Keychain: NSObject, SessionStore {
    let service: String
    init(service: String) {
        self.service = service
        super.init()
    }
    deinit { close() }
    func save(_ token: String) throws { write(token) }
    @objc func expired() {}
    subscript(key: String) -> String? { read(key) }
}

enum LoginError: Error {
    case locked, wrong(String)
    var text: String { "x" }
}

extension Keychain {
    func clear() {
        NotificationCenter.default.addObserver(self, selector: #selector(expired), name: .expired)
    }
}

typealias Completion = (Result<String, LoginError>) -> Void
actor Counter {}
let shared = Keychain(service: "rea")

func routes(_ app: Application) throws {
    app.post("login", use: login)
}
