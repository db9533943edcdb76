import express, { Router as R } from "express";
import * as path from "node:path";
export * from "./models";
const { verify, sign } = require("./tokens");
const User = require("./user");

const SECRET = process.env.SECRET || "change-me";
let attempts, limit = 5;
export const config = { cookie: "session", login() { return 1; } };

class Accounts extends Base {
    #users = new Map();
    static limit = 5;
    logout = async () => this.#clear();

    constructor(db) {
        super(db);
    }

    async login(email, password) {
        const token = sign(email); // a local value is no symbol
        const check = (value) => value === password;
        return { token, valid: check(token) };
    }

    get current() {
        return this.#users;
    }

    #clear() {}
}

function requireLogin(req, res, next) {
    function inner() {}
    next();
}

export default async function main() {
    const app = express();
    app.use(requireLogin, limiter.api);
    app.post("/login", requireLogin, async (req, res) => res.json(await new Accounts(db).login(req.body.email)));
    io.on("connection", (socket) => {
        socket.on("login", onLogin);
    });
    const page = await import("./page.js");
}

exports.logout = function (req) {};
module.exports.login = async (req) => req;
Accounts.prototype.touch = function () {};

export const useUser = defineStore("user", {
    state: () => ({ token: null }),
    actions: {
        async login() {},
        logout: function () {},
    },
});

const save = debounce(() => {}, 100);
const Page = () => <Layout title="login"><Form.Field onSubmit={save} /><div>{list.map((x) => <Item key={x} />)}</div></Layout>;
