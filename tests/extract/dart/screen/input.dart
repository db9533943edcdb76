import 'package:flutter/material.dart';
export 'session.dart';
part 'screen.g.dart';

const lifetime = 3600;
final store = SessionStore();
var attempts = 0;
typedef Login = Future<void> Function(String email);

enum LoginState { idle, busy }

mixin Validation on Widget {
  bool valid(String email) => email.contains('@');
}

@immutable
class LoginScreen extends StatefulWidget with Validation implements Routable {
  static const route = '/login';
  final String email;
  int _count = 0;

  const LoginScreen({required this.email});
  LoginScreen.guest() : email = '';
  factory LoginScreen.fromJson(Map json) => LoginScreen(email: json['email']);

  String get title => 'Login';
  set title(String value) {}

  @override
  State<LoginScreen> createState() => _LoginScreenState();

  Future<void> submit() async {
    final local = await store.load(email);
    Navigator.of(context).pushNamed('/home');
    button
      ..onTap(_handle)
      ..enable();
    Button(onPressed: _submit, child: const Text('x'));
    session?.renew();
  }

  bool operator ==(Object other) => true;
  void declared();
}

extension Emails on String {
  String normalise() => trim();
}

Future<void> main() async {
  runApp(LoginScreen(email: ''));
}
