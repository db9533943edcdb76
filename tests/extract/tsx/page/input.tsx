import { useState } from "react";
import { Button } from "@/components/ui/button";

interface Props {
  onDone: () => void;
}

export const LoginPage: React.FC<Props> = ({ onDone }) => {
  const [email, setEmail] = useState<string>("");
  const handleSubmit = async (event: FormEvent) => {
    await signIn({ email });
    onDone();
  };
  const handleReset = useCallback(() => setEmail(""), []);

  return (
    <form onSubmit={handleSubmit}>
      <Input name="email" onChange={(e) => setEmail(e.target.value)} />
      <Button onClick={handleReset}>{t("common.login")}</Button>
      <Menu.Item />
    </form>
  );
};

export default memo(function Wrapped() {
  return <LoginPage onDone={close} />;
});
