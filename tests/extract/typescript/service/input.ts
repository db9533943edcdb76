import type { User } from "./models";
import { Injectable } from "@nestjs/common";

export const TOKEN_KEY = "token" as const;
export const { useLogin, useLogout } = api;

export interface Credentials extends Named, Dated<User> {
  email: string;
  readonly password?: string;
  check(): boolean;
}

export type Role = "admin" | "guest";

export enum Status {
  Active,
  Locked = "locked",
}

declare function legacy(name: string): void;

namespace Tokens {
  export function issue() {}
}

@Injectable()
@Controller("accounts")
export class Accounts extends Base<User> implements OnModuleInit, Guard<User> {
  private attempts = 0;
  onLogin = (user: User): void => this.touch(user);

  constructor(private readonly users: Users, mailer: Mailer) {
    super();
  }

  @Post("login")
  async login(@Body() body: Credentials): Promise<string> {
    const local = await this.users.find<User>(body.email); // a local value is no symbol
    return Tokens.issue(local!);
  }
}

export abstract class Repository {
  abstract find(id: string): User;
}

export function isAdmin(user: User): user is Admin {
  return user.role === "admin";
}

const handlers: Record<string, () => void> = {
  login: () => legacy("x"),
  async "log-out"() {},
};
